use nanohub_mcp::tool;

trait Store: Send + Sync {}

/// List the runs.
#[tool]
fn runs(store: &dyn Store) {
    let _ = store;
}

fn main() {
    let _ = nanohub_mcp::tools![runs];
}
