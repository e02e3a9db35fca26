use nanohub_mcp::prompt;

/// Ask.
#[prompt(complete = ids)]
fn ask(id: String) -> String {
    id
}

fn main() {}
