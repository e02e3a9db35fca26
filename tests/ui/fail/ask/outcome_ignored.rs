#![deny(warnings)]

use nanohub_mcp::{Ctx, ElicitForm, ToolError, tool, tools};

#[derive(ElicitForm)]
struct Name {}

/// Ask.
#[tool]
async fn ask(ctx: &Ctx) -> Result<bool, ToolError> {
    ctx.elicit::<Name>("Sure?").await?;
    ctx.confirm("Sure?");
    Ok(true)
}

fn main() {
    let _ = tools![ask];
}
