use nanohub_mcp::resource;

/// Data.
#[resource("demo://{id}")]
fn data<T: ToString>(id: T) -> String {
    id.to_string()
}

fn main() {}
