//! Requests of the stateless era, each of which stands for itself. Knows of no transport.

pub(crate) mod channel;
pub(crate) mod keys;
pub(crate) mod meta;
pub(crate) mod seal;
pub(crate) mod state;
