use nanohub_mcp::{resources, tool};

/// Add.
#[tool]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {
    let _ = resources![add];
}
