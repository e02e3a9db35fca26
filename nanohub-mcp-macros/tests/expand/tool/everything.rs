#[allow(clippy::needless_pass_by_value, clippy::trivially_copy_pass_by_ref)]
#[cfg(feature = "gpu")]
#[deprecated]
fn r#match(mut count: i64, r#type: String, _step: Option<i64>) {
    count += 1;
}
#[cfg(feature = "gpu")]
#[doc(hidden)]
#[allow(
    non_camel_case_types,
    missing_copy_implementations,
    missing_debug_implementations
)]
struct r#match {}
#[cfg(feature = "gpu")]
#[allow(deprecated)]
impl facade::mcp::__private::ToolFn for r#match {
    fn tool() -> facade::mcp::__private::Tool {
        #[allow(unused_imports)]
        use facade::mcp::__private::{self as __mcp, OtherNumeral as _, Plain as _};
        __mcp::Tool::new(
                "every.thing",
                "Everything.",
                __mcp::source!("match"),
                |__call, __arguments| {
                    let (
                        ::core::option::Option::Some(__count),
                        ::core::option::Option::Some(__type),
                        ::core::option::Option::Some(___step),
                    ) = (
                        <i64 as __mcp::ToolArgument>::take(__arguments, 0usize),
                        <String as __mcp::ToolArgument>::take(__arguments, 1usize),
                        <Option<i64> as __mcp::ToolArgument>::take(__arguments, 2usize),
                    ) else {
                        return __mcp::Work::Refused;
                    };
                    __mcp::Work::Done(
                        __mcp::Output::of(
                            r#match(__count, __type, ___step),
                            __mcp::Return::<()>::finish,
                        ),
                    )
                },
            )
            .read_only(true)
            .destructive(false)
            .timeout(Duration::from_secs(LIMIT))
            .icon(__mcp::Icon::new("https://example.org/a.png"))
            .icon(
                __mcp::Icon::new("data:image/png;base64,AAAA")
                    .mime_type("image/png")
                    .size("48x48")
                    .size("96x96"),
            )
            .meta("example.org/cost", 3)
            .meta("queue", "standby")
            .input_schema(schemas::input())
            .output_schema(schemas::output())
            .argument(
                <i64 as __mcp::ToolArgument>::describe("how-many")
                    .doc("How many.")
                    .title("Count")
                    .default(<i64 as __mcp::Shown>::json(&-1))
                    .minimum(-5i128)
                    .below(LIMIT)
                    .example(<i64 as __mcp::Shown>::json(&3))
                    .header("Count"),
            )
            .argument(
                <String as __mcp::ToolArgument>::describe("type")
                    .default(
                        <String as __mcp::Shown>::json(
                            &::core::convert::Into::into("standby"),
                        ),
                    )
                    .min_len(1)
                    .max_len(79)
                    .pattern("^[a-z]+$"),
            )
            .argument(
                <Option<i64> as __mcp::ToolArgument>::describe("step")
                    .example(<i64 as __mcp::Shown>::json(&5)),
            )
    }
}
