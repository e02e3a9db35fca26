//! Macros of `nanohub-mcp`; their docs are there, on what it re-exports.

mod attr;
mod bounds;
mod crate_path;
mod docs;
mod errors;
