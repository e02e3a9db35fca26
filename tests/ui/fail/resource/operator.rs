use nanohub_mcp::resource;

/// Data.
#[resource("demo://{+path}")]
fn data(path: String) -> String {
    path
}

fn main() {}
