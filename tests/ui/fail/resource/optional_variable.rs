use nanohub_mcp::resource;

/// Data.
#[resource("demo://{id}")]
fn data(id: Option<u32>) -> String {
    format!("{id:?}")
}

fn main() {}
