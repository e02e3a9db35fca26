use nanohub_mcp::ElicitForm;

#[derive(ElicitForm)]
enum Submit {
    Queue,
}

fn main() {}
