use nanohub_mcp::ElicitForm;

#[derive(ElicitForm)]
struct Submit {
    #[form(default = 5, range = 18..=99)]
    age: u8,
}

fn main() {}
