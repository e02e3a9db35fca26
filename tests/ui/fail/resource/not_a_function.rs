use nanohub_mcp::resource;

/// Data.
#[resource("demo://data")]
struct Data;

fn main() {}
