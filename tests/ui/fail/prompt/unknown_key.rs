use nanohub_mcp::prompt;

/// Ask.
#[prompt(titel = "Ask")]
fn ask() -> String {
    String::new()
}

fn main() {}
