use nanohub_mcp::tool;

/// Count up.
#[tool]
fn count(#[serde(default)] to: u32, #[schemars(range(min = 1))] by: u32) -> u32 {
    to / by
}

fn main() {
    let _ = nanohub_mcp::tools![count];
}
