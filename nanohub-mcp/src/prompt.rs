//! Prompts: what `#[prompt]` makes of a function. Knows of no client, session or transport.

pub(crate) mod definition;
pub(crate) mod list;
pub(crate) mod message;
pub(crate) mod output;

pub use definition::Prompt;
pub use message::Message;
pub use output::PromptOutput;
