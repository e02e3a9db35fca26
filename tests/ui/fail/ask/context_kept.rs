use nanohub_mcp::{Ctx, tool, tools};

/// Ask later.
#[tool]
async fn ask(ctx: &Ctx) -> bool {
    tokio::spawn(async move { ctx.confirm("Still there?").await });
    true
}

fn main() {
    tools![ask];
}
