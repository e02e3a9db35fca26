use nanohub_mcp::prompt;

/// Ask.
#[prompt]
fn ask(topic: &str) -> String {
    topic.to_owned()
}

fn main() {}
