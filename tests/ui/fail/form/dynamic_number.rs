use nanohub_mcp::ElicitForm;

#[derive(ElicitForm)]
struct Submit {
    #[form(choices = dynamic)]
    count: u8,
}

fn main() {}
