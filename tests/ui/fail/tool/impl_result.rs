use nanohub_mcp::tool;

/// Count.
#[tool]
fn count(to: u32) -> impl Iterator<Item = u32> {
    0..to
}

fn main() {
    let _ = nanohub_mcp::tools![count];
}
