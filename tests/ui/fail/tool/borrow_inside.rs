use nanohub_mcp::tool;

/// Count words.
#[tool]
fn count(words: Vec<&str>) -> usize {
    words.len()
}

fn main() {
    let _ = nanohub_mcp::tools![count];
}
