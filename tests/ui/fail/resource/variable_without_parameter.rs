use nanohub_mcp::resource;

/// Data.
#[resource("demo://{id}")]
fn data() -> String {
    String::new()
}

fn main() {}
