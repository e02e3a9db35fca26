use nanohub_mcp::prompt;

/// Ask.
#[prompt]
fn ask() -> i64 {
    3
}

fn main() {}
