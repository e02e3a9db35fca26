use nanohub_mcp::resource;

/// Data.
#[resource("demo://data", mime_type = "text")]
fn data() -> String {
    String::new()
}

fn main() {}
