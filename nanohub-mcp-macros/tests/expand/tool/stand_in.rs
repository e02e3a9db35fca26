::core::compile_error! {
    "`#[tool]` has no key `titel`: did you mean `title`?\nnote: there is `name`, `title`, `description`, `read_only`, `destructive`, `idempotent`, `open_world`, `inline`, `timeout`, `requires`, `input_schema`, `output_schema`, `icon`, `meta`, `crate`"
}
::core::compile_error! {
    "clients send an argument by value: take `Vec<f64>`\nnote: `&T` is what the runtime lends: `&Ctx`, or state registered with `.state(..)`"
}
/// Add numbers.
#[cfg(unix)]
pub fn sum(numbers: &[f64]) -> f64 {
    numbers.iter().sum()
}
#[cfg(unix)]
#[doc(hidden)]
#[allow(
    non_camel_case_types,
    missing_copy_implementations,
    missing_debug_implementations
)]
pub struct sum {}
#[cfg(unix)]
impl ::nanohub_mcp::__private::ToolFn for sum {
    fn tool() -> ::nanohub_mcp::__private::Tool {
        ::core::unimplemented!()
    }
}
