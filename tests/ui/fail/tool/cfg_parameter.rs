use nanohub_mcp::tool;

/// Add.
#[tool]
fn add(a: i64, #[cfg(unix)] b: i64) -> i64 {
    a + b
}

fn main() {
    let _ = nanohub_mcp::tools![add];
}
