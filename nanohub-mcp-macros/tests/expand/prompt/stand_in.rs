::core::compile_error! {
    "a prompt needs a description: people read it to decide when to use `explain`\nhelp: write a doc comment above the function, or `#[prompt(description = \"..\")]`"
}
::core::compile_error! {
    "clients send an argument by value: take `String`\nnote: `&T` is what the runtime lends: `&Ctx`, or state registered with `.state(..)`"
}
fn explain(model: &str) -> String {
    model.to_owned()
}
#[doc(hidden)]
#[allow(
    non_camel_case_types,
    missing_copy_implementations,
    missing_debug_implementations
)]
struct explain {}
impl ::nanohub_mcp::__private::PromptFn for explain {
    fn prompt() -> ::nanohub_mcp::__private::Prompt {
        ::core::unimplemented!()
    }
}
