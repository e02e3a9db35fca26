//! A client for tests: it speaks JSON-RPC and keeps to no rules of its own.

#![allow(unreachable_pub, reason = "a test binary has no public API")]

pub mod client;
pub mod gate;
pub mod http;
pub mod lines;
pub mod script;
