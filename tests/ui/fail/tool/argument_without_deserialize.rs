use nanohub_mcp::tool;

#[derive(schemars::JsonSchema)]
struct Point {
    x: f64,
}

/// Plot a point.
#[tool]
fn plot(at: Point) -> f64 {
    at.x
}

fn main() {
    let _ = nanohub_mcp::tools![plot];
}
