//! skeleton
#![allow(dead_code, unused_imports)]

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
#[cfg(feature = "cli")]
pub mod cli;
mod codec;
mod ctx;
mod elicit;
mod error;
mod form;
mod jsonrpc;
mod protocol;
mod random;
mod schema;
mod server;
mod session;
#[cfg(feature = "cli")]
mod stand_in;
mod tool;
mod transport;

pub use ctx::{Ctx, OnceError};
pub use elicit::{Ask, AskUrl, Choose, Confirm, ElicitError, Elicited};
pub use error::{Error, Result};
pub use form::{Choice, ElicitChoice, ElicitField, ElicitForm, FormField};
pub use jsonrpc::RequestId;
pub use nanohub_mcp_macros::{ElicitChoice, ElicitForm};
pub use protocol::*;
pub use schemars;
pub use server::{BuildError, Server, ServerBuilder};
pub use tool::*;

#[doc = include_str!("docs/tool.md")]
pub use nanohub_mcp_macros::tool;
