use nanohub_mcp::tool;

/// Wait.
#[tool(inline)]
async fn wait() {}

fn main() {
    let _ = nanohub_mcp::tools![wait];
}
