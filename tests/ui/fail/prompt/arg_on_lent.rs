use nanohub_mcp::prompt;

/// Ask.
#[prompt]
fn ask(#[arg(title = "X")] state: &u8) -> String {
    state.to_string()
}

fn main() {}
