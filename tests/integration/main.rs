//! Everything that a client sees, over real sockets and real pipes.

#![allow(unreachable_pub, clippy::unwrap_used, reason = "nobody outside calls it, and a test may panic")]
#![allow(clippy::needless_pass_by_value, reason = "`json!({..})` reads better than `&json!({..})`")]
#![allow(clippy::unused_async, reason = "tools are async to have it tested")]

mod calls;
mod completion;
mod elicitation;
mod examples;
mod headers;
mod http;
mod jsonrpc;
mod layers;
mod legacy_sse;
mod lifecycle;
mod prompts;
mod replicas;
mod resources;
mod rest;
mod resumption;
mod rounds;
mod schemas;
mod seal;
mod sessions;
mod stateless;
mod stdio;
mod subscriptions;
mod support;
