//! skeleton
#![allow(dead_code, unused_imports)]

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod codec;
mod ctx;
mod elicit;
mod form;
mod jsonrpc;
mod protocol;
mod random;
mod schema;
mod server;
mod session;
mod tool;
mod transport;

pub use ctx::{Ctx, OnceError};
pub use elicit::{Ask, AskUrl, Choose, Confirm, ElicitError, Elicited};
pub use form::{Choice, ElicitChoice, ElicitField, ElicitForm, FormField};
pub use jsonrpc::RequestId;
pub use protocol::*;
pub use schemars;
pub use server::{BuildError, Server, ServerBuilder};
pub use tool::*;
#[cfg(feature = "http")]
pub use transport::http::{Bound, McpService, ResponseBody, Serve, ServeError};
