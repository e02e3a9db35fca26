use nanohub_mcp::ElicitChoice;

#[derive(ElicitChoice)]
enum Queue {
    Standby,
    Long(u32),
}

fn main() {}
