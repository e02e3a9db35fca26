use nanohub_mcp::tool;

/// Print something.
#[tool]
fn print<T: ToString>(value: T) -> String
where
    T: Clone,
{
    value.to_string()
}

fn main() {
    let _ = nanohub_mcp::tools![print];
}
