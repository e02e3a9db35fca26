use nanohub_mcp::tool;

struct Cluster;

/// Submit a run.
#[tool]
fn submit<'a>(cluster: &'a Cluster, handle: String) -> usize {
    let _ = cluster;
    handle.len()
}

fn main() {
    let _ = nanohub_mcp::tools![submit];
}
