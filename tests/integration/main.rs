//! Everything that a client sees, over real sockets and real pipes.

mod calls;
mod elicitation;
mod examples;
mod http;
mod jsonrpc;
mod lifecycle;
mod rest;
mod sessions;
mod stdio;
mod support;
