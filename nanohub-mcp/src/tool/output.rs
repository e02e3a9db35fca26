use std::any::Any;
use std::error::Error;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::protocol::{Audio, Content, EmbeddedResource, Image, ResourceLink};
use crate::tool::finite::{self, Unwritable};
use crate::tool::{ToolError, ToolResult};

/// What a tool may return.
///
/// | type | sent as |
/// |---|---|
/// | `T: Serialize + JsonSchema` | `structuredContent`, the same JSON as text, and an `outputSchema` |
/// | `String`, `&'static str` | text |
/// | `()` | no content |
/// | [`ToolResult`], [`Content`], [`Image`], [`Audio`], [`ResourceLink`], [`EmbeddedResource`] | what they say |
/// | several blocks, as `ToolResult::new().content(..).content(..)`; a `Vec<Content>` is none of these | in order |
/// | `Result<T, E>` of one of these, with any `E: Display` | an error result where it is `Err` |
///
/// An error is shown as it displays itself, such as by `#[error("..")]` of `thiserror`. Its causes are shown too where
/// it is a [`ToolError`], `anyhow::Error` or `Box<dyn Error + Send + Sync>`.
///
/// JSON has no NaN and no infinities: a result that holds one is an error that says where, and not a `null`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned from a tool",
    label = "not a tool result",
    note = "derive `serde::Serialize` and `schemars::JsonSchema` for it, and for every type inside it",
    note = "or return `String`, `()`, `ToolResult`, `Content`, `Image`, or a `Result` of one of these"
)]
pub trait ToolOutput: Sized + 'static {
    /// The schema of the structured content, where there is any.
    #[doc(hidden)]
    fn schema() -> Option<fn(&mut SchemaGenerator) -> Schema>;

    #[doc(hidden)]
    fn into_result(self) -> Result<ToolResult, ToolError>;
}

impl<T: Serialize + JsonSchema + 'static> ToolOutput for T {
    fn schema() -> Option<fn(&mut SchemaGenerator) -> Schema> {
        let of = std::any::TypeId::of::<T>();
        let text = [
            std::any::TypeId::of::<String>(),
            std::any::TypeId::of::<&'static str>(),
            std::any::TypeId::of::<()>(),
        ];
        (!text.contains(&of)).then_some(T::json_schema as fn(&mut SchemaGenerator) -> Schema)
    }

    fn into_result(self) -> Result<ToolResult, ToolError> {
        let value: &dyn Any = &self;
        if let Some(text) = value.downcast_ref::<String>() {
            return Ok(ToolResult::text(text));
        }
        if let Some(text) = value.downcast_ref::<&'static str>() {
            return Ok(ToolResult::text(*text));
        }
        if value.is::<()>() {
            return Ok(ToolResult::new());
        }
        ToolResult::new().structured(&self)
    }
}

/// Types that stand for their content and have no schema.
macro_rules! content {
    ($($ty:ty),*) => {$(
        impl ToolOutput for $ty {
            fn schema() -> Option<fn(&mut SchemaGenerator) -> Schema> {
                None
            }

            fn into_result(self) -> Result<ToolResult, ToolError> {
                Ok(ToolResult::new().content(self))
            }
        }
    )*};
}
content!(Content, Image, Audio, ResourceLink, EmbeddedResource);

impl ToolOutput for ToolResult {
    fn schema() -> Option<fn(&mut SchemaGenerator) -> Schema> {
        None
    }

    fn into_result(self) -> Result<ToolResult, ToolError> {
        Ok(self)
    }
}

/// What a function came to: a tool's result, or what a resource or a prompt gives.
#[derive(Debug)]
pub struct Output<T = ToolResult>(pub(crate) Result<T, ToolError>);

impl<T> Output<T> {
    /// Finishes what a function returned. How is named rather than called: rustc then blames the return
    /// type for what it lacks, and not the call.
    pub fn of<R>(returned: R, finish: fn(R) -> Self) -> Self {
        finish(returned)
    }
}

/// JSON text of structured content.
#[derive(Debug, Clone)]
pub(crate) struct Structured(pub(crate) Box<RawValue>);

impl Structured {
    pub(crate) fn new(value: &impl Serialize) -> Result<Self, ToolError> {
        finite::to_json(value).map(one_line).map(Self).map_err(|error| match error {
            Unwritable::NotFinite(pointer) => ToolError::not_finite(pointer),
            // The value may hold secrets, its type is the author's business: neither is the model's.
            Unwritable::Other(error) => {
                tracing::error!(%error, "a tool returned a value that cannot be JSON");
                ToolError::fault("the tool returned a value that cannot be written as JSON")
            }
        })
    }
}

/// Raw JSON inside a value may be laid out over lines, and a message is one line. Line ends within strings are
/// escaped, so every bare one is layout.
fn one_line(json: Box<RawValue>) -> Box<RawValue> {
    if !json.get().contains(['\n', '\r']) {
        return json;
    }
    RawValue::from_string(json.get().replace(['\n', '\r'], " ")).expect("layout means nothing")
}

/// Tells a `Result` from other return types, through any alias: the inherent functions of
/// `Return<Result<T, E>>` are found before those of [`Plain`].
pub struct Return<R>(PhantomData<R>);

impl<T, E> Return<Result<T, E>> {
    /// See [`ToolOutput`].
    #[must_use]
    pub fn schema() -> Option<fn(&mut SchemaGenerator) -> Schema>
    where
        T: ToolOutput,
    {
        T::schema()
    }

    /// Turns what the function returned into an output.
    pub fn finish(returned: Result<T, E>) -> Output
    where
        T: ToolOutput,
        E: ToolFailure,
    {
        Output(returned.map_err(ToolFailure::into_tool_error).and_then(T::into_result))
    }
}

/// Return types that are no `Result`: see [`Return`].
pub trait Plain<R> {
    /// See [`ToolOutput`].
    #[must_use]
    fn schema() -> Option<fn(&mut SchemaGenerator) -> Schema>
    where
        R: ToolOutput,
    {
        R::schema()
    }

    /// Turns what the function returned into an output.
    fn finish(returned: R) -> Output
    where
        R: ToolOutput,
    {
        Output(returned.into_result())
    }
}

impl<R> Plain<R> for Return<R> {}

impl<R> fmt::Debug for Return<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Return")
    }
}

/// What may stand as the error of a `Result`: anything that can be displayed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned as an error",
    label = "not an error that a model can read",
    note = "implement `std::fmt::Display` for it (`#[derive(thiserror::Error)]` does), or return `Result<_, ToolError>`"
)]
pub trait ToolFailure: Sized {
    #[doc(hidden)]
    fn into_tool_error(self) -> ToolError;
}

impl<E: fmt::Display + 'static> ToolFailure for E {
    fn into_tool_error(self) -> ToolError {
        let mut error = Some(self);
        let any: &mut dyn Any = &mut error;
        if let Some(error) = any.downcast_mut::<Option<ToolError>>().and_then(Option::take) {
            return error;
        }
        if let Some(error) = any.downcast_mut::<Option<Box<dyn Error + Send + Sync>>>().and_then(Option::take)
        {
            return ToolError::from_boxed(error);
        }
        // `{:#}` prints the causes too, where the type is like `anyhow::Error`.
        ToolError::new(error.map(|error| format!("{error:#}")).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Outcome<T> = Result<T, String>;

    fn text(output: Output) -> Result<String, String> {
        output
            .0
            .map(|result| match &result.structured {
                Some(Structured(json)) => json.get().to_owned(),
                None => result.content.iter().filter_map(Content::as_text).collect(),
            })
            .map_err(|error| error.to_string())
    }

    #[test]
    fn a_result_is_told_by_its_type() {
        use Plain as _;
        assert_eq!(text(Return::<Outcome<i64>>::finish(Err("queue full".into()))), Err("queue full".into()));
        assert_eq!(text(Return::<Outcome<i64>>::finish(Ok(3))), Ok("3".into()));
        assert_eq!(text(Return::<Vec<i64>>::finish(vec![1])), Ok("[1]".into()));
        assert_eq!(text(Return::<String>::finish("a".into())), Ok("a".into()));
        assert_eq!(text(Return::<&'static str>::finish("a")), Ok("a".into()));
        assert_eq!(text(Return::<Result<(), std::fmt::Error>>::finish(Ok(()))), Ok(String::new()));
        assert!(
            text(Return::<Option<f64>>::finish(Some(f64::NAN)))
                .is_err_and(|text| text.contains("not finite"))
        );
        assert!(Return::<String>::schema().is_none());
        assert!(Return::<Outcome<Vec<i64>>>::schema().is_some());
        assert!(Return::<Outcome<ToolResult>>::schema().is_none());
    }
}
