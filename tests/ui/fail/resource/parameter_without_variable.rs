use nanohub_mcp::resource;

/// Data.
#[resource("demo://data")]
fn data(id: u32) -> String {
    id.to_string()
}

fn main() {}
