use nanohub_mcp::resource;

/// Data.
#[resource("demo://data", priority = 2.0)]
fn data() -> String {
    String::new()
}

fn main() {}
