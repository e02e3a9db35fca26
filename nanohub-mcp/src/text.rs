//! What clients send as text: variables of resources and arguments of prompts. Knows of no client.

pub(crate) mod complete;
pub(crate) mod parameter;
pub(crate) mod parse;
pub(crate) mod texts;

pub use complete::{Complete, Completion};
pub use parse::FromText;
