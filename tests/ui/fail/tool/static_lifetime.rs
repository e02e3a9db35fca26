use nanohub_mcp::tool;

struct Cluster;

/// Submit a run.
#[tool]
fn submit(cluster: &'static Cluster) {
    let _ = cluster;
}

fn main() {
    let _ = nanohub_mcp::tools![submit];
}
