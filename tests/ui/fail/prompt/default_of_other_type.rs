use nanohub_mcp::{ElicitChoice, prompt};

#[derive(ElicitChoice)]
enum Tone {
    Warm,
}

/// Ask.
#[prompt]
fn ask(#[arg(default = "warm")] tone: Tone) -> String {
    let Tone::Warm = tone;
    String::new()
}

fn main() {}
