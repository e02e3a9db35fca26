use nanohub_mcp::ElicitForm;

#[derive(ElicitForm)]
struct Submit {
    #[form(enum_names)]
    title: String,
}

fn main() {}
