//! What stands in an `impl` cannot have a type beside it; rustc says so.

use nanohub_mcp::tool;

struct Cluster;

impl Cluster {
    /// Submit a run.
    #[tool]
    fn submit(handle: String) -> usize {
        handle.len()
    }
}

fn main() {
    let _ = Cluster::submit(String::new());
}
