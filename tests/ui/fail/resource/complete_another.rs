use nanohub_mcp::resource;

/// Data.
#[resource("demo://{id}", complete(idd = ids))]
fn data(id: u32) -> String {
    id.to_string()
}

fn ids(_: &str) -> Vec<String> {
    Vec::new()
}

fn main() {}
