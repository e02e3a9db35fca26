use nanohub_mcp::ElicitForm;

struct Address {
    street: String,
}

#[derive(ElicitForm)]
struct Submit {
    home: Option<Address>,
}

fn main() {}
