use nanohub_mcp::ElicitForm;

#[derive(ElicitForm)]
struct Submit {
    email: String,
    #[form(name = "email")]
    contact: String,
}

fn main() {}
