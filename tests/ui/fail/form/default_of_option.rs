use nanohub_mcp::ElicitForm;

#[derive(ElicitForm)]
struct Submit {
    #[form(default = 5)]
    count: Option<u8>,
}

fn main() {}
