use std::sync::Mutex;

use nanohub_mcp::tool;

struct Counter(Mutex<u64>);

/// Count up.
#[tool]
async fn count(counter: &Counter) -> u64 {
    let mut guard = counter.0.lock().unwrap();
    std::future::ready(()).await;
    *guard += 1;
    *guard
}

fn main() {
    let _ = nanohub_mcp::tools![count];
}
