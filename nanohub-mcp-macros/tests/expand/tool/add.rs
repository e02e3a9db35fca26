#[allow(clippy::needless_pass_by_value, clippy::trivially_copy_pass_by_ref)]
/// Add two integers.
fn add(a: i64, b: i64) -> i64 {
    a + b
}
#[doc(hidden)]
#[allow(
    non_camel_case_types,
    missing_copy_implementations,
    missing_debug_implementations
)]
struct add {}
impl ::nanohub_mcp::__private::ToolFn for add {
    fn tool() -> ::nanohub_mcp::__private::Tool {
        #[allow(unused_imports)]
        use ::nanohub_mcp::__private::{self as __mcp, OtherNumeral as _, Plain as _};
        __mcp::Tool::new(
                "add",
                "Add two integers.",
                __mcp::source!("add"),
                |__call, __arguments| {
                    let (
                        ::core::option::Option::Some(__a),
                        ::core::option::Option::Some(__b),
                    ) = (
                        <i64 as __mcp::ToolArgument>::take(__arguments, 0usize),
                        <i64 as __mcp::ToolArgument>::take(__arguments, 1usize),
                    ) else {
                        return __mcp::Work::Refused;
                    };
                    __mcp::Work::blocking(move || __mcp::Output::of(
                        add(__a, __b),
                        __mcp::Return::<i64>::finish,
                    ))
                },
            )
            .argument(<i64 as __mcp::ToolArgument>::describe("a"))
            .argument(<i64 as __mcp::ToolArgument>::describe("b"))
            .output(__mcp::Return::<i64>::schema)
    }
}
