use nanohub_mcp::tool;

/// Count the letters.
#[tool]
fn count(text: &String) -> usize {
    text.len()
}

fn main() {
    let _ = nanohub_mcp::tools![count];
}
