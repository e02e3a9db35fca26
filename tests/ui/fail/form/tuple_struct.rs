use nanohub_mcp::ElicitForm;

#[derive(ElicitForm)]
struct Submit(String);

fn main() {}
