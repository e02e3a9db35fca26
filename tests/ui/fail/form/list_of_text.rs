use nanohub_mcp::ElicitForm;

#[derive(ElicitForm)]
struct Submit {
    tags: Vec<String>,
}

fn main() {}
