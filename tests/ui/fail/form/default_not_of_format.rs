use nanohub_mcp::ElicitForm;

#[derive(ElicitForm)]
struct Run {
    #[form(default = "2026-13-01", format = "date")]
    day: String,
    #[form(default = "2026-02-28 09:30", format = "date-time")]
    start: String,
    #[form(default = "ada", format = "email")]
    contact: String,
    #[form(default = "example.org", format = "uri")]
    page: String,
}

fn main() {}
