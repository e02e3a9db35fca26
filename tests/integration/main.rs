//! Everything that a client sees, over real sockets and real pipes.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![allow(clippy::needless_pass_by_value, reason = "`json!({..})` reads better than `&json!({..})`")]
#![allow(unreachable_pub, reason = "there is nobody to reach it")]

mod elicitation;
mod examples;
mod headers;
mod replicas;
mod rounds;
mod seal;
mod stateless;
mod subscriptions;
mod support;
