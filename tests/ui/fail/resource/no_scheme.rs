use nanohub_mcp::resource;

/// Data.
#[resource("data/all")]
fn data() -> String {
    String::new()
}

fn main() {}
