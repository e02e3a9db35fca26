use nanohub_mcp::tool;

/// Compute for hours.
#[tool(task)]
async fn compute() {}

fn main() {
    let _ = nanohub_mcp::tools![compute];
}
