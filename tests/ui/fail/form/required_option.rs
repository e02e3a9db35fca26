use nanohub_mcp::ElicitForm;

#[derive(ElicitForm)]
struct Submit {
    #[form(required)]
    count: Option<u8>,
}

fn main() {}
