use nanohub_mcp::tool;

/// Add.
#[tool]
extern "C" fn add(a: i64) -> i64 {
    a
}

fn main() {
    let _ = nanohub_mcp::tools![add];
}
