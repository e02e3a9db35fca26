use std::error::Error;
use std::fmt;

use serde_json::{Map, Value};

use crate::protocol::Content;
use crate::protocol::elicitation::is_web_url;
use crate::random;

/// Why a tool failed, in words that the model reads.
///
/// Made like `anyhow::Error`: `?` turns any error into one, and it is not itself an [`Error`]. The text
/// is the error and its causes, joined by `: `.
///
/// ```
/// use nanohub_mcp::{ToolError, tool};
///
/// /// Read how many steps a run took.
/// #[tool]
/// fn steps(
///     /// Text of the run's log.
///     log: String,
/// ) -> Result<u32, ToolError> {
///     let last = log.lines().last().ok_or_else(|| ToolError::new("the log is empty"))?;
///     Ok(last.trim().parse::<u32>()?)
/// }
/// ```
pub struct ToolError(Box<Failure>);

/// The part of a [`ToolError`] that is an [`Error`], so that it can be boxed and found again.
pub(crate) struct Failure {
    pub(crate) message: String,
    pub(crate) content: Vec<Content>,
    pub(crate) meta: Map<String, Value>,
    /// URLs that the user has to open before the tool can be called again.
    pub(crate) urls: Vec<UrlRequired>,
    /// Whether the tool itself is broken: nothing that a caller could do better.
    pub(crate) fault: bool,
    source: Option<Box<dyn Error + Send + Sync>>,
}

/// A URL that the user has to open first: see [`ToolError::url_required`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UrlRequired {
    pub(crate) message: String,
    pub(crate) url: String,
    pub(crate) id: String,
}

impl UrlRequired {
    /// Why the user should open it, and the URL: absolute, `https:` outside of development.
    #[must_use]
    pub fn new(message: impl Into<String>, url: impl Into<String>) -> Self {
        Self { message: message.into(), url: url.into(), id: random::token() }
    }

    /// The id that correlates it, for
    /// [`Server::complete_elicitation`](crate::Server::complete_elicitation).
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }
}

impl ToolError {
    /// A failure with that text.
    #[must_use]
    pub fn new(message: impl fmt::Display) -> Self {
        Self(Box::new(Failure {
            message: message.to_string(),
            content: Vec::new(),
            meta: Map::new(),
            urls: Vec::new(),
            fault: false,
            source: None,
        }))
    }

    /// A failure that is the tool's own fault, whatever it was asked.
    pub(crate) fn fault(message: impl fmt::Display) -> Self {
        let mut error = Self::new(message);
        error.0.fault = true;
        error
    }

    /// A failure that the user cures by opening URLs.
    ///
    /// Clients that open URLs are told so in the way of their revision (-32042 at 2025-11-25, questions
    /// at 2026-07-28); others get the messages as the text of an error. URLs that nobody can open (not absolute,
    /// not http or https) are a fault of the tool.
    #[must_use]
    pub fn url_required(urls: impl IntoIterator<Item = UrlRequired>) -> Self {
        let urls: Vec<UrlRequired> = urls.into_iter().collect();
        if urls.is_empty() || urls.iter().any(|required| !is_web_url(&required.url)) {
            tracing::error!("a tool demands URLs that are none, or that are not absolute http or https URLs");
            return Self::fault(
                "the tool cannot say which page the user has to open, because of a fault of its own",
            );
        }
        let mut message = String::from("The user has to open this first:");
        for UrlRequired { message: why, url, .. } in &urls {
            message.push_str("\n- ");
            message.push_str(why);
            message.push_str(": ");
            message.push_str(url);
        }
        let mut error = Self::new(message);
        error.0.urls = urls;
        error
    }

    /// Adds a block after the text.
    #[must_use]
    pub fn content(mut self, content: impl Into<Content>) -> Self {
        self.0.content.push(content.into());
        self
    }

    /// Adds an entry of `_meta`.
    #[must_use]
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.0.meta.insert(key.into(), value.into());
        self
    }

    /// The text, with the causes.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The error that this was made from, where it was.
    #[must_use]
    pub fn downcast_ref<E: Error + 'static>(&self) -> Option<&E> {
        self.0.source.as_deref()?.downcast_ref()
    }

    pub(crate) fn into_failure(self) -> Failure {
        *self.0
    }

    /// The `ToolError` inside a boxed error, else one made of its text.
    pub(crate) fn from_boxed(error: Box<dyn Error + Send + Sync>) -> Self {
        match error.downcast::<Failure>() {
            Ok(failure) => Self(failure),
            Err(error) => {
                let mut made = Self::new(Chain(&*error));
                made.0.source = Some(error);
                made
            }
        }
    }
}

impl Failure {
    /// The error that it was made from, where it is of that type.
    pub(crate) fn cause<E: Error + 'static>(&self) -> Option<&E> {
        self.source.as_deref()?.downcast_ref()
    }
}

/// An error and its causes in one line, each said once.
struct Chain<'a>(&'a dyn Error);

impl fmt::Display for Chain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut said = self.0.to_string();
        f.write_str(&said)?;
        let mut next = self.0.source();
        while let Some(cause) = next {
            let text = cause.to_string();
            // Many errors print their cause themselves.
            if !said.contains(&text) {
                write!(f, ": {text}")?;
                said = text;
            }
            next = cause.source();
        }
        Ok(())
    }
}

impl<E: Error + Send + Sync + 'static> From<E> for ToolError {
    fn from(error: E) -> Self {
        Self::from_boxed(Box::new(error))
    }
}

impl From<ToolError> for Box<dyn Error + Send + Sync> {
    fn from(error: ToolError) -> Self {
        error.0
    }
}

impl From<ToolError> for Box<dyn Error + Send> {
    fn from(error: ToolError) -> Self {
        error.0
    }
}

impl From<ToolError> for Box<dyn Error> {
    fn from(error: ToolError) -> Self {
        error.0
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl fmt::Debug for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl Error for Failure {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ToolError({:?})", self.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_are_in_the_text_once() {
        #[derive(Debug, thiserror::Error)]
        #[error("cannot read the deck")]
        struct Outer(#[source] std::num::ParseIntError);

        let error = ToolError::from(Outer("x".parse::<i32>().unwrap_err()));
        assert_eq!(error.to_string(), "cannot read the deck: invalid digit found in string");
        assert!(error.downcast_ref::<Outer>().is_some());
    }

    #[test]
    fn it_survives_a_box() {
        let boxed: Box<dyn Error + Send + Sync> = ToolError::new("no").meta("k", 1).into();
        let back = ToolError::from_boxed(boxed).into_failure();
        assert_eq!((back.message.as_str(), &back.meta["k"]), ("no", &Value::from(1)));
    }
}
