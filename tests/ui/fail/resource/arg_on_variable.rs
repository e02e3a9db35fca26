use nanohub_mcp::resource;

/// Data.
#[resource("demo://{id}")]
fn data(#[arg(name = "id")] id: u32) -> String {
    id.to_string()
}

fn main() {}
