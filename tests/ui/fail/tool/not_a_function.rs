use nanohub_mcp::tool;

/// Where a run stands.
#[tool]
struct Run {
    id: u64,
}

fn main() {
    let _ = Run { id: 1 }.id;
}
