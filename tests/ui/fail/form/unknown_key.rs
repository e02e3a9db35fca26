use nanohub_mcp::ElicitForm;

#[derive(ElicitForm)]
struct Submit {
    #[form(titel = "Queue")]
    queue: String,
}

fn main() {}
