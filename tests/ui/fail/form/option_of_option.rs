use nanohub_mcp::ElicitForm;

#[derive(ElicitForm)]
struct Submit {
    count: Option<Option<u8>>,
}

fn main() {}
