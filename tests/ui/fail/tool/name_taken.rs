//! A known limit: rename the function, and set `name`.

use nanohub_mcp::tool;

mod solve {}

/// Solve it.
#[tool]
fn solve(a: i64) -> i64 {
    a
}

fn main() {
    let _ = nanohub_mcp::tools![solve];
}
