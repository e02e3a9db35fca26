use nanohub_mcp::resource;

#[resource("demo://data")]
fn data() -> String {
    String::new()
}

fn main() {}
