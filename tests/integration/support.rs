//! A client for tests: it speaks JSON-RPC and keeps to no rules of its own.

pub mod http;
pub mod lines;
pub mod rounds;
pub mod script;
