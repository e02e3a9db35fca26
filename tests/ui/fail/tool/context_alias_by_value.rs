use nanohub_mcp::{Ctx as Call, tool, tools};

/// Ask.
#[tool]
async fn ask(call: Call) -> bool {
    call.is_cancelled()
}

fn main() {
    tools![ask];
}
