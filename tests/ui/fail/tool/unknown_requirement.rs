use nanohub_mcp::tool;

/// Ask.
#[tool(requires(elicit))]
async fn ask() {}

fn main() {
    let _ = nanohub_mcp::tools![ask];
}
