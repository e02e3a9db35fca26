use nanohub_mcp::ElicitForm;

#[derive(ElicitForm)]
struct Submit {
    #[form(items = 1..=2)]
    title: String,
}

fn main() {}
