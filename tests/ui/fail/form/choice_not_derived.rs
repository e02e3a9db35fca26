use nanohub_mcp::ElicitForm;

enum Queue {
    Standby,
}

#[derive(ElicitForm)]
struct Submit {
    queue: Vec<Queue>,
}

fn main() {}
