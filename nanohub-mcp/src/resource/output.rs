use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::Serialize;

use crate::resource::contents::Body;
use crate::resource::{ResourceContents, ResourceError};
use crate::tool::ToolError;
use crate::tool::output::{Output, ToolFailure};

/// What a resource may return.
///
/// | type | sent as |
/// |---|---|
/// | `String`, `&'static str`, `Cow<'static, str>` | text |
/// | `Vec<u8>`, `&'static [u8]` | bytes |
/// | `T: Serialize` | JSON text, with the MIME type `application/json` unless the resource has another |
/// | `Option` of one of these | `None` is a resource that does not exist, and so is any value that is `null` in JSON |
/// | [`ResourceContents`] | what it says, also in several parts |
/// | `Result<T, E>` of one of all these, with any `E: Display` | an error where it is `Err`: see [`ResourceError`] |
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned from a resource",
    label = "not the contents of a resource",
    note = "derive `serde::Serialize` for it, and for every type inside it",
    note = "or return `String`, `Vec<u8>`, `ResourceContents`, or a `Result` of one of these"
)]
pub trait ResourceOutput: Sized + 'static {
    #[doc(hidden)]
    fn into_contents(self) -> Result<ResourceContents, ToolError>;
}

impl ResourceOutput for ResourceContents {
    fn into_contents(self) -> Result<ResourceContents, ToolError> {
        Ok(self)
    }
}

impl<T: Serialize + 'static> ResourceOutput for T {
    fn into_contents(self) -> Result<ResourceContents, ToolError> {
        let mut value = Some(self);
        if let Some(contents) = taken(&mut value) {
            return contents.map_err(Into::into);
        }
        let contents = ResourceContents::json(&value)?;
        match &contents.parts[0].body {
            Body::Json(json) if json == "null" => Err(ResourceError::not_found().into()),
            _ => Ok(contents),
        }
    }
}

/// Texts and bytes, which are serialisable too, told by their types; an absent one is not found.
fn taken(value: &mut dyn Any) -> Option<Result<ResourceContents, ResourceError>> {
    fn find<V: Any>(
        value: &mut dyn Any,
        make: fn(V) -> ResourceContents,
    ) -> Option<Result<ResourceContents, ResourceError>> {
        let taken = match value.downcast_mut::<Option<V>>() {
            Some(value) => value.take(),
            None => value.downcast_mut::<Option<Option<V>>>()?.take().flatten(),
        };
        Some(taken.map(make).ok_or_else(ResourceError::not_found))
    }
    find::<String>(value, ResourceContents::text)
        .or_else(|| find::<&'static str>(value, ResourceContents::text))
        .or_else(|| find::<Cow<'static, str>>(value, ResourceContents::text))
        .or_else(|| find::<Vec<u8>>(value, ResourceContents::blob))
        .or_else(|| find::<&'static [u8]>(value, ResourceContents::blob))
}

/// Tells a `Result` from other return types, through any alias: the inherent function of
/// `Reading<Result<T, E>>` is found before that of [`PlainReading`].
pub struct Reading<R>(PhantomData<R>);

impl<T, E> Reading<Result<T, E>> {
    /// Turns what the function returned into an output.
    pub fn finish(returned: Result<T, E>) -> Output<ResourceContents>
    where
        T: ResourceOutput,
        E: ToolFailure + 'static,
    {
        Output(returned.map_err(failure).and_then(T::into_contents))
    }
}

/// Keeps a [`ResourceError`] recognisable; others are texts.
fn failure<E: ToolFailure + 'static>(error: E) -> ToolError {
    let mut error = Some(error);
    let any: &mut dyn Any = &mut error;
    if let Some(error) = any.downcast_mut::<Option<ResourceError>>().and_then(Option::take) {
        return error.into();
    }
    error.map_or_else(|| ToolError::new(""), ToolFailure::into_tool_error)
}

/// Return types that are no `Result`: see [`Reading`].
pub trait PlainReading<R> {
    /// Turns what the function returned into an output.
    fn finish(returned: R) -> Output<ResourceContents>
    where
        R: ResourceOutput,
    {
        Output(returned.into_contents())
    }
}

impl<R> PlainReading<R> for Reading<R> {}

impl<R> fmt::Debug for Reading<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reading")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn body(output: Output<ResourceContents>) -> Result<Body, bool> {
        output
            .0
            .map(|mut contents| contents.parts.remove(0).body)
            .map_err(|error| error.downcast_ref::<ResourceError>().is_some_and(ResourceError::is_not_found))
    }

    #[test]
    fn contents_are_told_by_their_types() {
        use PlainReading as _;
        assert_eq!(body(Reading::<String>::finish("a".into())), Ok(Body::Text("a".into())));
        assert_eq!(body(Reading::<Vec<u8>>::finish(vec![1])), Ok(Body::Blob(vec![1])));
        assert_eq!(body(Reading::<&'static [u8]>::finish(b"a")), Ok(Body::Blob(vec![b'a'])));
        assert_eq!(body(Reading::<Vec<u16>>::finish(vec![1])), Ok(Body::Json("[1]".into())));
        let map = BTreeMap::from([("a", 1)]);
        assert_eq!(body(Reading::<BTreeMap<&str, i32>>::finish(map)), Ok(Body::Json(r#"{"a":1}"#.into())));
        assert_eq!(body(Reading::<Option<String>>::finish(Some("a".into()))), Ok(Body::Text("a".into())));
        assert_eq!(
            body(Reading::<Result<ResourceContents, String>>::finish(Ok(ResourceContents::text("a")))),
            Ok(Body::Text("a".into()))
        );
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        use PlainReading as _;
        assert_eq!(body(Reading::<Option<String>>::finish(None)), Err(true));
        assert_eq!(body(Reading::<Option<u8>>::finish(None)), Err(true));
        assert_eq!(body(Reading::<Result<Option<Vec<u8>>, String>>::finish(Ok(None))), Err(true));
        assert_eq!(
            body(Reading::<Result<String, ResourceError>>::finish(Err(ResourceError::not_found()))),
            Err(true)
        );
        let boxed = ToolError::from(ResourceError::not_found());
        assert_eq!(body(Reading::<Result<String, ToolError>>::finish(Err(boxed))), Err(true));
        assert_eq!(body(Reading::<Result<String, String>>::finish(Err("no".into()))), Err(false));
    }
}
