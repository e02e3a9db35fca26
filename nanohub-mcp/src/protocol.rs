//! MCP messages, named as the specification names them, one file per page of it. Does no I/O.

pub(crate) mod capabilities;
pub(crate) mod content;
pub(crate) mod elicitation;
pub(crate) mod implementation;
pub(crate) mod logging;
pub(crate) mod progress;
pub(crate) mod revision;
pub(crate) mod tools;

pub use capabilities::ClientCapabilities;
pub use content::{Annotations, Audience, Audio, Content, EmbeddedResource, Image, ResourceLink};
pub use implementation::{Icon, Implementation};
pub use logging::LogLevel;
pub use progress::ProgressToken;
pub use revision::Revision;
