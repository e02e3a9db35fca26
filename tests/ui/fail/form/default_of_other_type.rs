use nanohub_mcp::ElicitForm;

#[derive(ElicitForm)]
struct Submit {
    #[form(default = "many")]
    count: u8,
}

fn main() {}
