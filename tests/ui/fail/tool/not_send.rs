use std::rc::Rc;

use nanohub_mcp::tool;

/// Wait.
#[tool]
async fn wait(text: String) -> usize {
    let text = Rc::new(text);
    std::future::ready(()).await;
    text.len()
}

fn main() {
    let _ = nanohub_mcp::tools![wait];
}
