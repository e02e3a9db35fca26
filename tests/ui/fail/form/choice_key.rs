use nanohub_mcp::ElicitChoice;

#[derive(ElicitChoice)]
enum Queue {
    #[choice(tittle = "Long queue")]
    Long,
}

fn main() {}
