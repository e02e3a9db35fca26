use nanohub_mcp::tool;

/// Print something.
#[tool]
fn print(value: impl ToString) -> String {
    value.to_string()
}

fn main() {
    let _ = nanohub_mcp::tools![print];
}
