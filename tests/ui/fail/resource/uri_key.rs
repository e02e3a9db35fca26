use nanohub_mcp::resource;

/// Data.
#[resource(uri = "demo://data")]
fn data() -> String {
    String::new()
}

fn main() {}
