use nanohub_mcp::tool;

/// Count the letters.
#[tool]
fn count(#[arg(len = -1..=5)] text: String) -> usize {
    text.len()
}

fn main() {
    let _ = nanohub_mcp::tools![count];
}
