use nanohub_mcp::tool;

/// Add two integers.
#[tool]
fn add(a: i64, #[arg(description = "Second addend.")] b: i64) -> i64 {
    a + b
}

fn main() {
    let _ = nanohub_mcp::tools![add];
}
