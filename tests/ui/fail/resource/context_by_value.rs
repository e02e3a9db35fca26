use nanohub_mcp::{Ctx, resource};

/// Data.
#[resource("demo://data")]
fn data(ctx: Ctx) -> String {
    format!("{ctx:?}")
}

fn main() {}
