use nanohub_mcp::ElicitForm;

fn even(_: &str) -> Result<(), String> {
    Ok(())
}

#[derive(ElicitForm)]
struct Submit {
    #[form(validate = even)]
    count: i64,
}

fn main() {}
