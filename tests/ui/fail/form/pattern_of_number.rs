use nanohub_mcp::ElicitForm;

#[derive(ElicitForm)]
struct Submit {
    #[form(pattern = "^[0-9]$")]
    count: u8,
}

fn main() {}
