use nanohub_mcp::ElicitForm;

struct Address {
    street: String,
}

#[derive(ElicitForm)]
struct Submit {
    queue: String,
    home: Address,
}

fn main() {}
