use nanohub_mcp::ElicitForm;

#[derive(ElicitForm)]
struct Submit {
    db_password: String,
}

fn main() {}
