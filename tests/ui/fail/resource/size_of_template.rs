use nanohub_mcp::resource;

/// Data.
#[resource("demo://{id}", size = 3)]
fn data(id: u32) -> String {
    id.to_string()
}

fn main() {}
