use nanohub_mcp::resource;

/// Data.
#[resource("demo://data", mimetype = "text/plain")]
fn data() -> String {
    String::new()
}

fn main() {}
