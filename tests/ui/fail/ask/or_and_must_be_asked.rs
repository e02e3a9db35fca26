use nanohub_mcp::{Ctx, ElicitForm, Elicited, ToolError, tool, tools};

#[derive(ElicitForm)]
struct Name {
    name: String,
}

/// Ask.
#[tool]
async fn ask(ctx: &Ctx) -> Result<bool, ToolError> {
    let answer = ctx.elicit::<Name>("Who?").or(Name { name: "me".into() }).must_be_asked().await?;
    Ok(matches!(answer, Elicited::Accept(Name { .. })))
}

fn main() {
    tools![ask];
}
