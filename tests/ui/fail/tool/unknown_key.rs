use nanohub_mcp::tool;

#[tool(desc = "Add two integers.")]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {
    let _ = nanohub_mcp::tools![add];
}
