//! Everything that a client sees, over real sockets and real pipes.

mod elicitation;
mod examples;
mod layers;
mod schemas;
mod support;
