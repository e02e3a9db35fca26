use nanohub_mcp::ElicitForm;

#[derive(ElicitForm)]
struct Submit {
    #[form(format = "mail")]
    contact: String,
}

fn main() {}
