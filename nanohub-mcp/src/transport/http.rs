//! Streamable HTTP, REST, OpenAPI and discovery, as one service.

pub(crate) mod body;
pub(crate) mod call;
pub(crate) mod events;
pub(crate) mod guard;
pub(crate) mod mcp;
pub(crate) mod reply;
