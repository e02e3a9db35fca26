use nanohub_mcp::prompt;

/// Ask.
#[prompt]
fn ask(a: String, #[arg(name = "a")] b: String) -> String {
    a + &b
}

fn main() {}
