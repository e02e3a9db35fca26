use serde::Serialize;
use serde_json::{Map, Value};

use crate::protocol::Content;
use crate::tool::ToolError;
use crate::tool::output::Structured;

/// A result put together by hand: several blocks, structured content, `_meta`.
///
/// ```
/// use nanohub_mcp::{Content, ToolError, ToolResult, tool};
///
/// /// Summarise a run.
/// #[tool]
/// fn summary() -> Result<ToolResult, ToolError> {
///     Ok(ToolResult::text("converged").content(Content::text("12 steps").priority(0.1)))
/// }
/// ```
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct ToolResult {
    pub(crate) content: Vec<Content>,
    pub(crate) structured: Option<Structured>,
    pub(crate) is_error: bool,
    pub(crate) meta: Map<String, Value>,
}

impl ToolResult {
    /// A result without any block.
    pub fn new() -> Self {
        Self::default()
    }

    /// A result of one block of text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new().content(Content::text(text))
    }

    /// A failure that the model reads as text.
    pub fn error(text: impl Into<String>) -> Self {
        Self { is_error: true, ..Self::text(text) }
    }

    /// Adds a block.
    pub fn content(mut self, content: impl Into<Content>) -> Self {
        self.content.push(content.into());
        self
    }

    /// Sets the structured content. Where no block is added, its JSON is the text as well.
    ///
    /// # Errors
    ///
    /// Where the value cannot be JSON: a map with keys that are no strings, a number that is not finite.
    pub fn structured(mut self, value: &impl Serialize) -> Result<Self, ToolError> {
        self.structured = Some(Structured::new(value)?);
        Ok(self)
    }

    /// Marks the result as a failure; what is structured is then not sent.
    pub fn is_error(mut self, is_error: bool) -> Self {
        self.is_error = is_error;
        self
    }

    /// Adds an entry of `_meta`.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), value.into());
        self
    }
}
