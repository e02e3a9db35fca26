use nanohub_mcp::ElicitForm;

#[derive(ElicitForm)]
struct Submit<T> {
    queue: T,
}

fn main() {}
