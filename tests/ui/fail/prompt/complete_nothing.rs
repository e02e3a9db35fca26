use nanohub_mcp::prompt;

/// Ask.
#[prompt(complete(id = ids))]
fn ask() -> String {
    String::new()
}

fn ids(_: &str) -> Vec<String> {
    Vec::new()
}

fn main() {}
