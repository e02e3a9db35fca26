//! Functions as tools: results, an error that the model reads, progress and log messages.
//!
//! Run with: `cargo run --example calculator`

use nanohub_mcp::{Ctx, Server, tool, tools};

/// Add two numbers.
#[tool(read_only, idempotent, inline)]
fn add(a: f64, b: f64) -> f64 {
    a + b
}

/// Subtract one number from another.
#[tool(read_only, idempotent, inline)]
fn subtract(
    /// Number to subtract from.
    a: f64,
    /// Number to subtract.
    b: f64,
) -> f64 {
    a - b
}

/// Multiply two numbers.
#[tool(read_only, idempotent, inline)]
fn multiply(a: f64, b: f64) -> f64 {
    a * b
}

/// Divide one number by another.
#[tool(read_only, idempotent, inline)]
fn divide(
    /// Number to divide.
    a: f64,
    /// Number to divide by, not 0.
    b: f64,
) -> Result<f64, &'static str> {
    if b == 0.0 { Err("cannot divide by zero") } else { Ok(a / b) }
}

/// Raise a number to a whole power, one multiplication at a time.
#[tool(read_only, idempotent)]
fn power(ctx: &Ctx, base: f64, #[arg(range = 0..=1000)] exponent: u32) -> f64 {
    ctx.info(format!("raising {base} to the power of {exponent}"));
    let mut result = 1.0;
    for step in 1..=exponent {
        result *= base;
        ctx.progress(f64::from(step), f64::from(exponent));
    }
    result
}

#[tokio::main]
async fn main() -> nanohub_mcp::Result<()> {
    let server = Server::builder("calculator", env!("CARGO_PKG_VERSION"))
        .tools(tools![add, subtract, multiply, divide, power])
        .build()?;
    nanohub_mcp::cli::run(server).await
}
