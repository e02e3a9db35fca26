use nanohub_mcp::ElicitForm;

#[derive(ElicitForm)]
struct Submit {
    #[form(len = 1..=2)]
    count: u8,
}

fn main() {}
