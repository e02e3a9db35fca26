use nanohub_mcp::tool;

#[derive(serde::Deserialize, schemars::JsonSchema)]
enum Queue {
    Standby,
}

/// Submit a run.
#[tool]
fn submit(#[arg(default = Queue::Standby)] queue: Queue) {
    let Queue::Standby = queue;
}

fn main() {
    let _ = nanohub_mcp::tools![submit];
}
