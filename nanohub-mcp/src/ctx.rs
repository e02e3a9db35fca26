//! The context of a call: what a tool may ask and say while it runs. Knows of no session or transport.

pub(crate) mod caller;
pub(crate) mod cancel;
pub(crate) mod channel;
pub(crate) mod driver;
pub(crate) mod facts;
pub(crate) mod journal;
pub(crate) mod keys;
pub(crate) mod once;
pub(crate) mod once_store;
pub(crate) mod report;
pub(crate) mod state;

pub use once::OnceError;
pub use once_store::{Claim, MemoryOnceStore, OnceStore, StoreFuture};
pub use state::Ctx;
