use nanohub_mcp::tool;

/// Wait.
#[tool]
fn wait() {
    std::future::ready(()).await;
}

fn main() {
    let _ = nanohub_mcp::tools![wait];
}
