use nanohub_mcp::tool;

/// List what is there.
#[tool]
fn list(#[arg(header = "My Region")] region: String) -> usize {
    region.len()
}

fn main() {
    let _ = nanohub_mcp::tools![list];
}
