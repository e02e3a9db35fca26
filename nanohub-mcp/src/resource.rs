//! Resources: what `#[resource]` makes of a function. Knows of no client, session or transport.

pub(crate) mod contents;
pub(crate) mod definition;
pub(crate) mod error;
pub(crate) mod list;
pub(crate) mod output;
pub(crate) mod template;
pub(crate) mod uri;

pub use contents::ResourceContents;
pub use definition::Resource;
pub use error::ResourceError;
pub use output::ResourceOutput;
