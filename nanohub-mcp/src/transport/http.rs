//! Streamable HTTP, REST, OpenAPI and discovery, as one service.

pub(crate) mod accept;
mod authority;
pub(crate) mod body;
pub(crate) mod call;
mod components;
mod connections;
pub(crate) mod cors;
pub(crate) mod discovery;
pub(crate) mod events;
pub(crate) mod guard;
mod legacy_sse;
pub(crate) mod mcp;
mod mirror;
pub(crate) mod openapi;
pub(crate) mod refused;
pub(crate) mod reply;
pub(crate) mod request_body;
pub(crate) mod rest;
pub(crate) mod route;
mod router;
mod serve;
pub(crate) mod service;
mod stateless;
#[cfg(test)]
mod tests;

pub use body::ResponseBody;
pub use router::McpService;
pub use serve::{Bound, Serve, ServeError};
