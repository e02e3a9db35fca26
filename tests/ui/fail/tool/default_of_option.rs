use nanohub_mcp::tool;

/// Count to a number.
#[tool]
fn count(#[arg(default = 1)] to: Option<u32>) -> u32 {
    to.unwrap_or_default()
}

fn main() {
    let _ = nanohub_mcp::tools![count];
}
