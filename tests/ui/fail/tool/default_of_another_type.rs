use nanohub_mcp::tool;

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
struct Steps(u32);

/// Count to a number.
#[tool]
fn count(#[arg(default = "one")] to: Steps) -> u32 {
    to.0
}

fn main() {
    let _ = nanohub_mcp::tools![count];
}
