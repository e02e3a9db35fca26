use nanohub_mcp::tool;

/// Count up.
#[tool(input_schema = serde_json::json!({"type": "object"}))]
fn count(to: u32) -> u32 {
    to
}

fn main() {
    let _ = nanohub_mcp::tools![count];
}
