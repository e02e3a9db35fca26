use nanohub_mcp::tool;

/// Measure.
#[tool]
fn größe(a: i64) -> i64 {
    a
}

fn main() {
    let _ = nanohub_mcp::tools![größe];
}
