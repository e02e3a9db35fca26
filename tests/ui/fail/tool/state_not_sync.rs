use nanohub_mcp::tool;

struct Cluster(std::cell::Cell<u64>);

/// Submit a run.
#[tool]
fn submit(cluster: &Cluster) -> u64 {
    cluster.0.get()
}

fn main() {
    let _ = nanohub_mcp::tools![submit];
}
