use nanohub_mcp::resource;

/// Data.
#[resource("demo://{run_id}")]
fn data(id: u32) -> String {
    id.to_string()
}

fn main() {}
