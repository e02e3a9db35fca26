use nanohub_mcp::tool;

struct Counter(u64);

/// Count up.
#[tool]
fn count(counter: &mut Counter) -> u64 {
    counter.0 += 1;
    counter.0
}

fn main() {
    let _ = nanohub_mcp::tools![count];
}
