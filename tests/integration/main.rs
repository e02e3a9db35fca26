//! Everything that a client sees, over real sockets and real pipes.

#![allow(unreachable_pub, clippy::unwrap_used, reason = "nobody outside calls it, and a test may panic")]

mod elicitation;
mod examples;
mod layers;
mod resumption;
mod schemas;
mod support;
