//! Everything that a client sees, over real sockets and real pipes.

#![allow(unreachable_pub, clippy::unwrap_used, reason = "nobody outside calls it, and a test may panic")]
#![allow(clippy::needless_pass_by_value, reason = "`json!({..})` reads better than `&json!({..})`")]

mod elicitation;
mod examples;
mod headers;
mod layers;
mod replicas;
mod rounds;
mod schemas;
mod seal;
mod stateless;
mod subscriptions;
mod support;
