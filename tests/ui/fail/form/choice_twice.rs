use nanohub_mcp::ElicitChoice;

#[derive(ElicitChoice)]
enum Queue {
    Long,
    #[choice(value = "long")]
    Longest,
}

fn main() {}
