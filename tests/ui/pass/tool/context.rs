//! The context is known by its type, however it is spelt, wherever it stands.

use nanohub_mcp::{Ctx, Ctx as Call, Server, ToolError, tool, tools};

type Alias = nanohub_mcp::Ctx;

/// State that happens to have the context's name.
mod mine {
    pub struct Ctx(pub u32);
}

/// By its own name.
#[tool]
async fn named(ctx: &Ctx) -> Result<bool, ToolError> {
    Ok(ctx.confirm("Sure?").await?)
}

/// By a path.
#[tool]
async fn by_path(c: &nanohub_mcp::Ctx) -> String {
    c.protocol_version().to_string()
}

/// By an alias, as the second parameter, with a lifetime that says nothing.
#[tool]
async fn aliased(n: u32, ctx: &'_ Alias) -> u32 {
    ctx.progress(f64::from(n), None);
    n
}

/// By an import, in a tool that is not async.
#[tool]
fn blocking(call: &Call) -> bool {
    call.is_cancelled()
}

/// Not the context, whatever its name.
#[tool]
fn state(ctx: &mine::Ctx) -> u32 {
    ctx.0
}

fn main() {
    Server::builder("contexts", "1")
        .state(mine::Ctx(1))
        .tools(tools![named, by_path, aliased, blocking, state])
        .build()
        .unwrap();
}
