use nanohub_mcp::{ElicitChoice, ElicitForm};

#[derive(ElicitForm)]
struct Submit {
    queue: Queue,
    #[form(choices = dynamic, titel = "Node")]
    node: String,
}

#[derive(ElicitChoice)]
enum Queue {
    Standby,
}

fn ask<F: ElicitForm>() {}

fn main() {
    ask::<Submit>();
    let _ = Submit::NODE;
}
