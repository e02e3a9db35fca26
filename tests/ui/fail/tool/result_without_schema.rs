use nanohub_mcp::tool;

#[derive(serde::Serialize)]
struct Point {
    x: f64,
}

/// Find the origin.
#[tool]
async fn origin() -> Result<Point, String> {
    Ok(Point { x: 0.0 })
}

fn main() {
    let _ = nanohub_mcp::tools![origin];
}
