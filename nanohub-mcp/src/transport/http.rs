//! Streamable HTTP, REST, OpenAPI and discovery, as one service.

pub(crate) mod accept;
mod authority;
pub(crate) mod body;
pub(crate) mod call;
mod components;
pub(crate) mod cors;
pub(crate) mod discovery;
pub(crate) mod events;
pub(crate) mod guard;
pub(crate) mod mcp;
pub(crate) mod openapi;
pub(crate) mod refused;
pub(crate) mod reply;
pub(crate) mod request_body;
pub(crate) mod rest;
pub(crate) mod route;
pub(crate) mod service;
