use nanohub_mcp::tool;

/// Wait.
#[tool(timeout = 30)]
async fn wait() {}

fn main() {
    let _ = nanohub_mcp::tools![wait];
}
