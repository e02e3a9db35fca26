use nanohub_mcp::resource;

/// Data.
#[resource]
fn data() -> String {
    String::new()
}

fn main() {}
