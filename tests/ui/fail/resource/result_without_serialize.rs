use nanohub_mcp::resource;

struct Data;

/// Data.
#[resource("demo://data")]
fn data() -> Data {
    Data
}

fn main() {}
