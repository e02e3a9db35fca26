use nanohub_mcp::tool;

/// Add two integers.
#[tool(name = "math/add")]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {
    let _ = nanohub_mcp::tools![add];
}
