use nanohub_mcp::tool;

#[derive(schemars::JsonSchema)]
struct Point {
    x: f64,
}

/// Find the origin.
#[tool]
fn origin() -> Point {
    Point { x: 0.0 }
}

fn main() {
    let _ = nanohub_mcp::tools![origin];
}
