use nanohub_mcp::ElicitForm;

#[derive(serde::Deserialize, ElicitForm)]
struct Submit {
    #[serde(rename = "queueName")]
    queue: String,
}

fn main() {}
