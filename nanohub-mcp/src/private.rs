//! What generated code names.

// Not public API. Used by generated code.

pub use schemars::SchemaGenerator;

pub use crate::form::declare::Declared;
pub use crate::form::field::{DynamicField, put, take};
pub use crate::form::shape::Format;
pub use crate::form::{Answer, Form, FormCell};
pub use crate::tool::argument::ToolArgument;
pub use crate::tool::arguments::Arguments;
pub use crate::tool::call::{Call, Lent, Work};
pub use crate::tool::definition::{Argument, Limit, Requirement, Source, Tool};
pub use crate::tool::output::{Output, Plain, Return, ToolFailure, ToolOutput};

/// A function that `#[tool]` made a tool of.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "not a tool",
    note = "put `#[tool]` on the function"
)]
pub trait ToolFn {
    /// The tool.
    fn tool() -> Tool;
}

/// JSON text of a default or an example.
///
/// # Panics
///
/// Where the value cannot be JSON.
#[must_use]
pub fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("defaults and examples can be written as JSON")
}
