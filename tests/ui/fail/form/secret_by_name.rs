use nanohub_mcp::ElicitForm;

#[derive(ElicitForm)]
struct Submit {
    #[form(name = "apiKey")]
    key: String,
}

fn main() {}
