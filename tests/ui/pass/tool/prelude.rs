//! Generated code names nothing by a word that the author may use for something else.
#![no_implicit_prelude]
#![deny(warnings)]
#![allow(dead_code, unused_macros)]

struct Option;
struct Some;
struct None;
struct Result;
struct Ok;
struct Err;
struct String;
struct Box;
struct Vec;
struct Into;
struct From;
struct Send;
struct Tool;
struct Work;
struct Plain;
mod core {}
mod std {}
mod tokio {}
mod serde_json {}
mod schemars {}

macro_rules! vec { () => {}; }
macro_rules! concat { () => {}; }
macro_rules! line { () => {}; }
macro_rules! file { () => {}; }

pub struct State;

/// Take what the client sends.
#[::nanohub_mcp::tool(read_only, timeout = "1s", icon = "https://example.org/a.png", meta("k" = 1))]
#[doc = " More."]
async fn shadowed(
    state: &State,
    /// A number.
    #[arg(default = 1, range = 0..10, len = 0..5)]
    a: i64,
    #[arg(default = "x")] b: ::std::string::String,
) -> ::core::result::Result<::std::string::String, ::std::string::String> {
    let _ = (state, a);
    ::core::result::Result::Ok(b)
}

/// Run inline.
#[::nanohub_mcp::tool(inline)]
fn inline(a: i64) -> i64 {
    a
}

/// Run on the blocking pool.
#[::nanohub_mcp::tool]
fn blocking(a: i64) -> i64 {
    a
}

fn main() {
    let tools = ::nanohub_mcp::tools![shadowed, inline, blocking];
    ::core::assert_eq!(tools.len(), 3);
}
