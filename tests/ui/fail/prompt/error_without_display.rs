use nanohub_mcp::prompt;

struct Failure;

/// Ask.
#[prompt]
fn ask() -> Result<String, Failure> {
    Err(Failure)
}

fn main() {}
