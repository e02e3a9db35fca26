use serde::Serialize;
use serde_json::{Map, Value};

use crate::tool::ToolError;
use crate::tool::output::Structured;

/// What is read of a resource: one part, or several with URIs of their own.
///
/// ```
/// use nanohub_mcp::{ResourceContents, resource};
///
/// /// A deck and its plot.
/// #[resource("demo://deck")]
/// fn deck() -> ResourceContents {
///     ResourceContents::text("units metal").mime_type("text/x-lammps").and(
///         ResourceContents::blob([0x89, b'P', b'N', b'G']).mime_type("image/png").uri("demo://deck/plot"),
///     )
/// }
/// ```
#[derive(Debug, Clone, PartialEq)]
#[must_use]
pub struct ResourceContents {
    pub(crate) parts: Vec<Part>,
}

/// One part.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Part {
    /// Where it is not that of the request.
    pub(crate) uri: Option<String>,
    pub(crate) mime_type: Option<String>,
    pub(crate) body: Body,
    pub(crate) meta: Map<String, Value>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Body {
    Text(String),
    /// Text that is JSON.
    Json(String),
    Blob(Vec<u8>),
}

impl ResourceContents {
    fn new(body: Body) -> Self {
        Self { parts: vec![Part { uri: None, mime_type: None, body, meta: Map::new() }] }
    }

    /// Text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(Body::Text(text.into()))
    }

    /// Bytes.
    pub fn blob(data: impl Into<Vec<u8>>) -> Self {
        Self::new(Body::Blob(data.into()))
    }

    /// A value as JSON text.
    ///
    /// # Errors
    ///
    /// Where the value cannot be JSON: a map with keys that are no strings, a number that is not finite.
    pub fn json(value: &impl Serialize) -> Result<Self, ToolError> {
        Structured::new(value).map(|Structured(json)| Self::new(Body::Json(json.get().to_owned())))
    }

    /// Says the MIME type of the last part, instead of the resource's.
    pub fn mime_type(self, mime_type: impl Into<String>) -> Self {
        self.change(|part| part.mime_type = Some(mime_type.into()))
    }

    /// Says the URI of the last part, where it is not the one that was asked for.
    pub fn uri(self, uri: impl Into<String>) -> Self {
        self.change(|part| part.uri = Some(uri.into()))
    }

    /// Adds an entry of `_meta` to the last part. On the wire from 2025-06-18 on.
    pub fn meta(self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.change(|part| drop(part.meta.insert(key.into(), value.into())))
    }

    /// Adds parts.
    pub fn and(mut self, more: Self) -> Self {
        self.parts.extend(more.parts);
        self
    }

    fn change(mut self, change: impl FnOnce(&mut Part)) -> Self {
        if let Some(part) = self.parts.last_mut() {
            change(part);
        }
        self
    }
}

impl From<String> for ResourceContents {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl From<&str> for ResourceContents {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<Vec<u8>> for ResourceContents {
    fn from(data: Vec<u8>) -> Self {
        Self::blob(data)
    }
}
