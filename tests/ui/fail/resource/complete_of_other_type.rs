use nanohub_mcp::resource;

/// Data.
#[resource("demo://{id}", complete(id = ids))]
fn data(id: u32) -> String {
    id.to_string()
}

fn ids(_: u32) -> Vec<String> {
    Vec::new()
}

fn main() {}
