#[allow(clippy::needless_pass_by_value, clippy::trivially_copy_pass_by_ref)]
/// Submit a prepared run to the cluster,
/// once the user has confirmed.
pub(crate) async fn submit(
    ctx: &Ctx,
    cluster: &Cluster,
    handle: String,
) -> Result<Submission, ToolError> {
    cluster.submit(ctx, handle).await
}
#[doc(hidden)]
#[allow(
    non_camel_case_types,
    missing_copy_implementations,
    missing_debug_implementations
)]
pub(crate) struct submit {}
impl ::nanohub_mcp::__private::ToolFn for submit {
    fn tool() -> ::nanohub_mcp::__private::Tool {
        #[allow(unused_imports)]
        use ::nanohub_mcp::__private::{self as __mcp, OtherNumeral as _, Plain as _};
        __mcp::Tool::new(
                "submit",
                "Submit a prepared run to the cluster,\nonce the user has confirmed.",
                __mcp::source!("submit"),
                |__call, __arguments| {
                    let ::core::option::Option::Some(__handle) = <String as __mcp::ToolArgument>::take(
                        __arguments,
                        0usize,
                    ) else {
                        return __mcp::Work::Refused;
                    };
                    __mcp::Work::future(async move {
                        __mcp::Output::of(
                            submit(
                                    __call.lend::<Ctx>(),
                                    __call.lend::<Cluster>(),
                                    __handle,
                                )
                                .await,
                            __mcp::Return::<Result<Submission, ToolError>>::finish,
                        )
                    })
                },
            )
            .title("Submit a batch run")
            .timeout(::core::time::Duration::from_secs(300u64))
            .requires(__mcp::Requirement::Elicitation)
            .lent::<Ctx>("ctx")
            .lent::<Cluster>("cluster")
            .argument(
                <String as __mcp::ToolArgument>::describe("handle")
                    .doc("Handle returned by `create_run`."),
            )
            .output(__mcp::Return::<Result<Submission, ToolError>>::schema)
    }
}
