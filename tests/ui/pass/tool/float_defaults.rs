use nanohub_mcp::{tool, tools};

type Kelvin = f64;
type Count = u64;

/// Where integers are meant as floats, also behind an alias, and where they are not.
#[tool]
fn heat(
    #[arg(default = 1)] a: f64,
    #[arg(default = -273, range = -273..=10_000)] b: f32,
    #[arg(default = 5_000_000_000, example = 60 * 60)] c: Kelvin,
    #[arg(default = 5_000_000_000)] d: Count,
    #[arg(example = 2)] e: Option<f64>,
    #[arg(default = (1 + 1) / 4)] f: f64,
) -> f64 {
    a + f64::from(b) + c + e.unwrap_or_default() + f + if d > 0 { 1.0 } else { 0.0 }
}

fn main() {
    assert_eq!(tools![heat][0].name(), "heat");
}
