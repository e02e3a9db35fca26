use nanohub_mcp::ElicitForm;

#[derive(serde::Deserialize)]
struct Address {
    street: String,
}

#[derive(serde::Deserialize, ElicitForm)]
struct Submit {
    #[serde(flatten)]
    home: Address,
}

fn main() {}
