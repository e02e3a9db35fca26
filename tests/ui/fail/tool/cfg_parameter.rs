use nanohub_mcp::tool;

/// Add.
#[tool]
fn add(a: i64, #[cfg(feature = "wide")] b: i64) -> i64 {
    a
}

fn main() {
    let _ = nanohub_mcp::tools![add];
}
