use nanohub_mcp::tool;

/// Count up.
#[tool]
#[arg(default = 1)]
fn count(to: u32) -> u32 {
    to
}

fn main() {
    let _ = nanohub_mcp::tools![count];
}
