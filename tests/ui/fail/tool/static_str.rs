use nanohub_mcp::tool;

/// Greet someone.
#[tool]
fn greet(name: &'static str) -> String {
    format!("Hello {name}")
}

fn main() {
    let _ = nanohub_mcp::tools![greet];
}
