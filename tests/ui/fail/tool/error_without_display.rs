use nanohub_mcp::tool;

struct Full;

/// Submit a run.
#[tool]
fn submit() -> Result<u64, Full> {
    Err(Full)
}

fn main() {
    let _ = nanohub_mcp::tools![submit];
}
