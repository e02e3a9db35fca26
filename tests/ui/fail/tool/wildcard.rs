use nanohub_mcp::tool;

/// Plot a point.
#[tool]
fn plot(_: f64) {}

fn main() {
    let _ = nanohub_mcp::tools![plot];
}
