use nanohub_mcp::ElicitChoice;

#[derive(ElicitChoice)]
enum Queue {}

fn main() {}
