use nanohub_mcp::tool;

/// Plot a point.
#[tool]
fn plot((x, y): (f64, f64)) -> f64 {
    x + y
}

fn main() {
    let _ = nanohub_mcp::tools![plot];
}
