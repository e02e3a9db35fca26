//! JSON-RPC 2.0: messages, ids and errors. Knows nothing of MCP.

pub(crate) mod error;
pub(crate) mod id;
pub(crate) mod message;

pub(crate) use error::{ErrorCode, ErrorObject};
pub use id::RequestId;
pub(crate) use message::{Message, Request, Response};
