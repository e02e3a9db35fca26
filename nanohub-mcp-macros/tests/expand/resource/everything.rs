#[allow(clippy::needless_pass_by_value, clippy::trivially_copy_pass_by_ref)]
#[cfg(unix)]
pub(crate) async fn log(
    ctx: &Ctx,
    runs: &Runs,
    user: String,
    id: u32,
) -> Result<String, ResourceError> {
    runs.log(ctx, user, id).await
}
#[cfg(unix)]
#[doc(hidden)]
#[allow(
    non_camel_case_types,
    missing_copy_implementations,
    missing_debug_implementations
)]
pub(crate) struct log {}
#[cfg(unix)]
impl facade::mcp::__private::ResourceFn for log {
    fn resource() -> facade::mcp::__private::Resource {
        #[allow(unused_imports)]
        use facade::mcp::__private::{self as __mcp, ParsePlain as _, PlainReading as _};
        __mcp::Resource::new(
                "runs://{user}/{id}/log",
                "run-log",
                __mcp::source!("log"),
                |__call, __texts| {
                    let (
                        ::core::option::Option::Some(__user),
                        ::core::option::Option::Some(__id),
                    ) = (
                        __texts.take(0usize, __mcp::Parse::<String>::parse),
                        __texts.take(1usize, __mcp::Parse::<u32>::parse),
                    ) else {
                        return __mcp::Work::Refused;
                    };
                    __mcp::Work::future(async move {
                        __mcp::Output::of(
                            log(
                                    __call.lend::<Ctx>(),
                                    __call.lend::<Runs>(),
                                    __user,
                                    __id,
                                )
                                .await,
                            __mcp::Reading::<Result<String, ResourceError>>::finish,
                        )
                    })
                },
            )
            .description("Log of a run.")
            .title("Log")
            .mime_type("text/plain")
            .audience([__mcp::Audience::User, __mcp::Audience::Assistant])
            .priority(0.5)
            .timeout(::core::time::Duration::from_secs(5u64))
            .icon(__mcp::Icon::new("https://example.org/a.png"))
            .meta("example.org/cost", 3)
            .lent::<Ctx>("ctx")
            .lent::<Runs>("runs")
            .variable(__mcp::Parse::<String>::describe("user").complete(users))
            .variable(__mcp::Parse::<u32>::describe("id").complete_with::<Known>())
    }
}
