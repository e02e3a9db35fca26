use nanohub_mcp::prompt;

#[prompt]
fn ask() -> String {
    String::new()
}

fn main() {}
