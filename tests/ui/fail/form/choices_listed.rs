use nanohub_mcp::ElicitForm;

#[derive(ElicitForm)]
struct Submit {
    #[form(choices = ["a", "b"])]
    node: String,
}

fn main() {}
