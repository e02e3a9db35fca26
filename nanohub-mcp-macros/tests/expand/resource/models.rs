/// What can be simulated.
fn models() -> &'static str {
    "diffusion1d"
}
#[doc(hidden)]
#[allow(
    non_camel_case_types,
    missing_copy_implementations,
    missing_debug_implementations
)]
struct models {}
impl ::nanohub_mcp::__private::ResourceFn for models {
    fn resource() -> ::nanohub_mcp::__private::Resource {
        #[allow(unused_imports)]
        use ::nanohub_mcp::__private::{
            self as __mcp, ParsePlain as _, PlainReading as _,
        };
        __mcp::Resource::new(
                "catalogue://models",
                "models",
                __mcp::source!("models"),
                |__call, __texts| {
                    __mcp::Work::blocking(move || __mcp::Output::of(
                        models(),
                        __mcp::Reading::<&'static str>::finish,
                    ))
                },
            )
            .description("What can be simulated.")
    }
}
