use nanohub_mcp::tool;

struct Cluster {
    name: String,
}

/// Name the cluster.
#[tool]
fn name(cluster: &Cluster) -> &str {
    &cluster.name
}

fn main() {
    let _ = nanohub_mcp::tools![name];
}
