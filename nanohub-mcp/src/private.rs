//! What generated code names.

// Not public API. Used by generated code.

use std::fmt;
use std::marker::PhantomData;

pub use schemars::SchemaGenerator;

pub use crate::__source as source;
pub use crate::form::audit::audit_form;
pub use crate::form::declare::Declared;
pub use crate::form::field::{DynamicField, put, take};
pub use crate::form::place::{DynamicPlace, NoField, Place};
pub use crate::form::shape::Format;
pub use crate::form::{Answer, Form, FormCell};
pub use crate::prompt::list::{prompt, prompts};
pub use crate::prompt::output::{PlainPrompting, Prompting};
pub use crate::prompt::{Message, Prompt};
pub use crate::protocol::Audience;
pub use crate::protocol::Icon;
pub use crate::resource::list::{resource, resources};
pub use crate::resource::output::{PlainReading, Reading};
pub use crate::resource::{Resource, ResourceContents};
pub use crate::schema::audit::{audit_input, audit_output};
pub use crate::text::parameter::Parameter;
pub use crate::text::parse::{Parse, ParsePlain};
pub use crate::text::texts::Texts;
pub use crate::tool::argument::ToolArgument;
pub use crate::tool::arguments::Arguments;
pub use crate::tool::call::{Call, Lent, Work};
pub use crate::tool::definition::{Argument, Limit, Requirement, Source, Tool};
pub use crate::tool::list::{tool, tools};
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

/// A function that `#[resource]` made a resource of.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a resource",
    label = "not a resource",
    note = "put `#[resource(\"scheme://..\")]` on the function"
)]
pub trait ResourceFn {
    /// The resource.
    fn resource() -> Resource;
}

/// A function that `#[prompt]` made a prompt of.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a prompt",
    label = "not a prompt",
    note = "put `#[prompt]` on the function"
)]
pub trait PromptFn {
    /// The prompt.
    fn prompt() -> Prompt;
}

/// Where the function of that name stands.
#[doc(hidden)]
#[macro_export]
macro_rules! __source {
    ($function:literal) => {
        $crate::__private::Source {
            function: ::core::concat!(::core::module_path!(), "::", $function),
            file: ::core::file!(),
            line: ::core::line!(),
        }
    };
}

/// A value that can be advertised as the default or as an example of an argument.
#[diagnostic::on_unimplemented(
    message = "a value of `{Self}` cannot be shown to clients",
    label = "has a default or an example, which is sent as JSON",
    note = "derive `serde::Serialize` for `{Self}`, or leave the `default` and the `example` out"
)]
pub trait Shown {
    /// Its JSON text.
    ///
    /// # Panics
    ///
    /// Where the value cannot be JSON.
    fn json(&self) -> String;
}

impl<T: serde::Serialize> Shown for T {
    fn json(&self) -> String {
        serde_json::to_string(self).expect("defaults and examples can be written as JSON")
    }
}

/// A number written as an integer, which an author may mean as a float: the inherent functions of floats are
/// found before that of [`OtherNumeral`], through any alias.
pub struct Numeral<T>(PhantomData<T>);

macro_rules! float {
    ($($ty:ty),*) => {$(
        impl Numeral<$ty> {
            /// The number as it would be written with a decimal point.
            #[must_use]
            pub fn of(_: i128, float: $ty) -> $ty {
                float
            }
        }
    )*};
}
float!(f32, f64);

/// Types that are no floats: see [`Numeral`].
pub trait OtherNumeral<T> {
    /// The number as it was written.
    #[must_use]
    fn of(value: T, _: f64) -> T {
        value
    }
}

impl<T> OtherNumeral<T> for Numeral<T> {}

impl<T> fmt::Debug for Numeral<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Numeral")
    }
}
