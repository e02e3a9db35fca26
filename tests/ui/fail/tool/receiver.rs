use nanohub_mcp::tool;

struct Cluster;

impl Cluster {
    /// Submit a run.
    #[tool]
    fn submit(&self, handle: String) -> usize {
        handle.len()
    }
}

fn main() {
    let _ = Cluster.submit(String::new());
}
