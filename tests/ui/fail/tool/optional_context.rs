use nanohub_mcp::tool;

struct Ctx;

/// Ask.
#[tool]
async fn ask(ctx: Option<&Ctx>) {
    let _ = ctx;
}

fn main() {
    let _ = nanohub_mcp::tools![ask];
}
