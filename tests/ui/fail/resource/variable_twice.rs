use nanohub_mcp::resource;

/// Data.
#[resource("demo://{id}/{id}")]
fn data(id: String) -> String {
    id
}

fn main() {}
