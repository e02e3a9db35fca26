use std::collections::HashMap;

use nanohub_mcp::ElicitForm;

#[derive(ElicitForm)]
struct Submit {
    tags: HashMap<String, String>,
}

fn main() {}
