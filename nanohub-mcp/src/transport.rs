//! Ways to reach a server: Streamable HTTP, stdio, REST. Each reads bytes, hands messages to the server and
//! writes what comes back.

#[cfg(feature = "http")]
pub(crate) mod http;
#[cfg(feature = "stdio")]
pub(crate) mod stdio;
