use nanohub_mcp::resource;

struct Id;

/// Data.
#[resource("demo://{id}")]
fn data(id: Id) -> String {
    let Id = id;
    String::new()
}

fn main() {}
