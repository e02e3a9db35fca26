use std::fmt;

/// Why a resource cannot be read.
///
/// Any other error does as well, as with tools: this one can say that there is no such resource, for which
/// the protocol has a code.
///
/// ```
/// use nanohub_mcp::{ResourceError, resource};
///
/// /// Log of a run.
/// #[resource("runs://{id}/log")]
/// fn log(id: u32) -> Result<String, ResourceError> {
///     if id > 3 {
///         return Err(ResourceError::not_found());
///     }
///     Ok(format!("run {id} converged"))
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResourceError {
    message: String,
    not_found: bool,
}

impl ResourceError {
    /// There is no such resource: the URI fits a template, and nothing is there.
    #[must_use]
    pub fn not_found() -> Self {
        Self { message: "there is no such resource".into(), not_found: true }
    }

    /// A failure with that text, which clients see.
    #[must_use]
    pub fn new(message: impl fmt::Display) -> Self {
        Self { message: message.to_string(), not_found: false }
    }

    pub(crate) fn is_not_found(&self) -> bool {
        self.not_found
    }
}

impl fmt::Display for ResourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ResourceError {}
