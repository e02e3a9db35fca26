use crate::protocol::{Audience, Content};

/// One message of a prompt: who says it, and what.
///
/// ```
/// use nanohub_mcp::{EmbeddedResource, Image, Message};
///
/// let messages = vec![
///     Message::user("What does this deck do?"),
///     Message::user(EmbeddedResource::text("deck://1", "units metal").mime_type("text/plain")),
///     Message::assistant("It relaxes a lattice."),
///     Message::user(Image::new(vec![0x89, b'P', b'N', b'G'], "image/png")),
/// ];
/// # let _ = messages;
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    pub(crate) role: Audience,
    pub(crate) content: Content,
}

impl Message {
    /// A message of the person.
    #[must_use]
    pub fn user(content: impl Into<Content>) -> Self {
        Self { role: Audience::User, content: content.into() }
    }

    /// A message of the model.
    #[must_use]
    pub fn assistant(content: impl Into<Content>) -> Self {
        Self { role: Audience::Assistant, content: content.into() }
    }
}
