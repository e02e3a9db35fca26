use nanohub_mcp::resource;

/// Data.
#[resource("demo://{a}{b}")]
fn data(a: String, b: String) -> String {
    a + &b
}

fn main() {}
