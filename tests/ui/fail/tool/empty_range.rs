use nanohub_mcp::tool;

/// Count to a number.
#[tool]
fn count(#[arg(range = 10..=1)] to: u32) -> u32 {
    to
}

fn main() {
    let _ = nanohub_mcp::tools![count];
}
