//! Everything that a client sees, over real sockets and real pipes.

mod elicitation;
mod examples;
mod headers;
mod replicas;
mod rounds;
mod seal;
mod stateless;
mod subscriptions;
mod support;
