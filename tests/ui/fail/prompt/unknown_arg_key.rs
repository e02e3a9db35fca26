use nanohub_mcp::prompt;

/// Ask.
#[prompt]
fn ask(#[arg(range = 1..=3)] count: u8) -> String {
    count.to_string()
}

fn main() {}
