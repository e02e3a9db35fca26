use nanohub_mcp::ElicitForm;

#[derive(ElicitForm)]
struct Submit {
    #[form(range = 9..=3)]
    count: u8,
}

fn main() {}
