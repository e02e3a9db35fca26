use nanohub_mcp::ElicitForm;

#[derive(ElicitForm)]
#[form(title = "Submit")]
struct Submit {
    queue: String,
}

fn main() {}
