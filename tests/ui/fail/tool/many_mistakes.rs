use nanohub_mcp::tool;

/// Every mistake in one build.
#[tool(titel = "All", timeout = 5)]
unsafe fn all<T>((x, y): (i64, i64), text: &str, #[arg(rename = "c")] b: i64, _: i64) -> impl Sized {
    x + y + b + text.len() as i64
}

fn main() {
    let _ = nanohub_mcp::tools![all];
}
