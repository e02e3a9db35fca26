use nanohub_mcp::tool;

/// Add.
#[tool]
const fn add(a: i64) -> i64 {
    a
}

fn main() {
    let _ = nanohub_mcp::tools![add];
}
