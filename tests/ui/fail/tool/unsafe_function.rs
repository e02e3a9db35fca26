use nanohub_mcp::tool;

/// Read memory.
#[tool]
unsafe fn peek(address: usize) -> usize {
    address
}

fn main() {
    let _ = nanohub_mcp::tools![peek];
}
