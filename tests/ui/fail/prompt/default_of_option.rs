use nanohub_mcp::prompt;

/// Ask.
#[prompt]
fn ask(#[arg(default = 3)] count: Option<u8>) -> String {
    format!("{count:?}")
}

fn main() {}
