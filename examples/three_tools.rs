//! All there is to a server: a result with a schema, a form, a URL. A test keeps it below 60 lines.
//!
//! Run with: `cargo run --example three_tools`

use nanohub_mcp::{Ctx, ElicitChoice, ElicitForm, Elicited, Server, ToolError, tool, tools};

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Sum {
    sum: i64,
}

/// Add two integers.
#[tool]
fn add(a: i64, b: i64) -> Sum {
    Sum { sum: a + b }
}

/// How to run the job.
#[derive(ElicitForm)]
struct Confirm {
    /// Queue to submit to.
    #[form(default = Queue::Standby)]
    queue: Queue,
    /// Send an e-mail when the job ends.
    #[form(default = true)]
    notify: bool,
}

#[derive(Debug, ElicitChoice)]
enum Queue {
    Standby,
    Long,
}

/// Submit the job, once the user has confirmed it.
#[tool]
async fn confirm(ctx: &Ctx) -> Result<String, ToolError> {
    Ok(match ctx.elicit::<Confirm>("Confirm the job").await? {
        Elicited::Accept(Confirm { queue, notify }) => format!("queue={queue:?} notify={notify}"),
        Elicited::Decline | Elicited::Cancel => "not submitted".into(),
    })
}

/// Have the user log in to the archive.
#[tool]
async fn login(ctx: &Ctx) -> Result<&'static str, ToolError> {
    Ok(match ctx.elicit_url("Log in to the archive", "https://archive.example.org/login").await? {
        Elicited::Accept(()) => "the user opened the page",
        Elicited::Decline | Elicited::Cancel => "the user did not log in",
    })
}

#[tokio::main]
async fn main() -> nanohub_mcp::Result<()> {
    let server = Server::builder("three-tools", env!("CARGO_PKG_VERSION"))
        .tools(tools![add, confirm, login])
        .build()?;
    nanohub_mcp::cli::run(server).await
}
