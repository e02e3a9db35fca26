use nanohub_mcp::{Ctx, ToolError, tool, tools};

struct Name;

/// Ask.
#[tool]
async fn ask(ctx: &Ctx) -> Result<bool, ToolError> {
    Ok(ctx.elicit::<Name>("Who?").await?.accepted().is_some())
}

fn main() {
    tools![ask];
}
