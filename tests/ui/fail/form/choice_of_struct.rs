use nanohub_mcp::ElicitChoice;

#[derive(ElicitChoice)]
struct Queue {
    name: String,
}

fn main() {}
