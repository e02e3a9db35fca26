use nanohub_mcp::resource;

/// Data.
#[resource("demo://data", audience(users))]
fn data() -> String {
    String::new()
}

fn main() {}
