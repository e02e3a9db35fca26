#![deny(dead_code)]

use nanohub_mcp::tool;

/// Add two integers.
#[tool]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Called, but not listed.
#[tool]
fn call(a: i64) -> i64 {
    a
}

fn main() {
    call(1);
}
