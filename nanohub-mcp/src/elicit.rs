//! Questions to the user: forms, confirmations, choices and URLs. Knows of no session or transport.

pub(crate) mod ask;
pub(crate) mod choose;
pub(crate) mod completion;
pub(crate) mod confirm;
pub(crate) mod error;
pub(crate) mod outcome;
pub(crate) mod pending;
pub(crate) mod put;
pub(crate) mod question;
pub(crate) mod roots;
pub(crate) mod sample;
pub(crate) mod url;
mod watch;

pub use ask::Ask;
pub use choose::Choose;
pub use confirm::Confirm;
pub use error::ElicitError;
pub use outcome::Elicited;
pub use roots::{ListRoots, Root};
pub use sample::{Sample, Sampled, Sampling};
pub use url::AskUrl;
