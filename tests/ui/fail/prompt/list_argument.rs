use nanohub_mcp::prompt;

/// Ask.
#[prompt]
fn ask(runs: Vec<String>) -> String {
    runs.concat()
}

fn main() {}
