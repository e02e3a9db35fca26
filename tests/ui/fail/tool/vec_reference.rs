use nanohub_mcp::tool;

/// Add numbers.
#[tool]
fn sum(numbers: &Vec<f64>) -> f64 {
    numbers.iter().sum()
}

fn main() {
    let _ = nanohub_mcp::tools![sum];
}
