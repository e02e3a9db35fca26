use nanohub_mcp::ElicitForm;

#[derive(ElicitForm)]
struct Submit {
    count: u128,
}

fn main() {}
