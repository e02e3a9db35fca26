use nanohub_mcp::ElicitForm;

#[derive(ElicitForm)]
struct Submit {
    #[form(range = 1..=80)]
    title: String,
}

fn main() {}
