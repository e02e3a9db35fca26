struct Add;

fn main() {
    let _ = nanohub_mcp::tools![Add];
}
