use nanohub_mcp::tool;

#[derive(serde::Deserialize)]
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
