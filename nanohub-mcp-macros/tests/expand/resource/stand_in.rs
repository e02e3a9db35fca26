::core::compile_error! {
    "`#[resource]` has no key `titel`: did you mean `title`?\nnote: there is `name`, `title`, `description`, `mime_type`, `size`, `audience`, `priority`, `complete`, `inline`, `timeout`, `icon`, `meta`, `crate`"
}
::core::compile_error! {
    "`idd` is no variable of the URI, which has `{id}`: give them one name"
}
/// A run.
fn run(idd: u32) -> String {
    idd.to_string()
}
#[doc(hidden)]
#[allow(
    non_camel_case_types,
    missing_copy_implementations,
    missing_debug_implementations
)]
struct run {}
impl ::nanohub_mcp::__private::ResourceFn for run {
    fn resource() -> ::nanohub_mcp::__private::Resource {
        ::core::unimplemented!()
    }
}
