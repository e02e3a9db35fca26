//! skeleton
#![allow(dead_code, unused_imports)]

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod jsonrpc;
mod protocol;
mod schema;
mod tool;

pub use jsonrpc::RequestId;
pub use protocol::*;
pub use schemars;
pub use tool::*;

#[doc = include_str!("docs/tool.md")]
pub use nanohub_mcp_macros::tool;
