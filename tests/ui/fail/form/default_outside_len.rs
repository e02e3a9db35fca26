use nanohub_mcp::ElicitForm;

#[derive(ElicitForm)]
struct Submit {
    #[form(default = "", len = 1..=80)]
    title: String,
}

fn main() {}
