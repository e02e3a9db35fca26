use nanohub_mcp::prompt;

struct Run;

/// Ask.
#[prompt]
fn ask(run: Run) -> String {
    let Run = run;
    String::new()
}

fn main() {}
