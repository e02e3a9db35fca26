//! Streamable HTTP, REST, OpenAPI and discovery, as one service.

pub(crate) mod body;
pub(crate) mod events;
pub(crate) mod reply;
