//! skeleton
#![allow(dead_code, unused_imports)]

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod form;
mod jsonrpc;
mod protocol;
mod schema;
mod tool;

pub use form::{Choice, ElicitChoice, ElicitField, ElicitForm, FormField};
pub use jsonrpc::RequestId;
pub use nanohub_mcp_macros::{ElicitChoice, ElicitForm};
pub use protocol::*;
pub use schemars;
pub use tool::*;
