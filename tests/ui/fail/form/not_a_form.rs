use nanohub_mcp::ElicitForm;

struct Submit {
    queue: String,
}

fn ask<F: ElicitForm>() {}

fn main() {
    ask::<Submit>();
}
