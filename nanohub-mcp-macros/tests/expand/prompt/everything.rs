#[allow(clippy::needless_pass_by_value, clippy::trivially_copy_pass_by_ref)]
/// Explain a model.
pub fn explain(
    library: &Library,
    model: String,
    paragraphs: u8,
    tone: Option<Tone>,
    language: String,
) -> Vec<Message> {
    library.explain(model, paragraphs, tone, language)
}
#[doc(hidden)]
#[allow(
    non_camel_case_types,
    missing_copy_implementations,
    missing_debug_implementations
)]
pub struct explain {}
impl ::nanohub_mcp::__private::PromptFn for explain {
    fn prompt() -> ::nanohub_mcp::__private::Prompt {
        #[allow(unused_imports)]
        use ::nanohub_mcp::__private::{
            self as __mcp, ParsePlain as _, PlainPrompting as _,
        };
        __mcp::Prompt::new(
                "explain",
                "Explain a model.",
                __mcp::source!("explain"),
                |__call, __texts| {
                    let (
                        ::core::option::Option::Some(__model),
                        ::core::option::Option::Some(__paragraphs),
                        ::core::option::Option::Some(__tone),
                        ::core::option::Option::Some(__language),
                    ) = (
                        __texts.take(0usize, __mcp::Parse::<String>::parse),
                        __texts.take_or(1usize, __mcp::Parse::<u8>::parse, || 3),
                        __texts.take_optional(2usize, __mcp::Parse::<Tone>::parse),
                        __texts
                            .take_or(
                                3usize,
                                __mcp::Parse::<String>::parse,
                                || ::core::convert::Into::into("English"),
                            ),
                    ) else {
                        return __mcp::Work::Refused;
                    };
                    __mcp::Work::Done(
                        __mcp::Output::of(
                            explain(
                                __call.lend::<Library>(),
                                __model,
                                __paragraphs,
                                __tone,
                                __language,
                            ),
                            __mcp::Prompting::<Vec<Message>>::finish,
                        ),
                    )
                },
            )
            .title("Explain")
            .meta("audience", "newcomers")
            .lent::<Library>("library")
            .argument(
                __mcp::Parse::<String>::describe("model")
                    .title("Model")
                    .doc("Name of the model.")
                    .complete(models),
            )
            .argument(__mcp::Parse::<u8>::describe("how-long").optional())
            .argument(__mcp::Parse::<Tone>::describe("tone").optional())
            .argument(__mcp::Parse::<String>::describe("language").optional())
    }
}
