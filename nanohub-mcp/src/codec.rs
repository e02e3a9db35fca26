//! What the eras differ in: the shapes of results, which fields a revision has, which errors it knows.
//!
//! The server works on the same tools and outcomes in both; only these files know how they look on the wire.

pub(crate) mod prompt;
pub(crate) mod resource;
#[cfg(feature = "http")]
pub(crate) mod rest;
pub(crate) mod result;
pub(crate) mod session;
pub(crate) mod stateless;
pub(crate) mod tool;
