//! Asking more than once in a call: one question after the other, two at once, and one question about two
//! things.
//!
//! Run with: `cargo run --example questions`

use nanohub_mcp::{Ctx, ElicitForm, Elicited, Server, ToolError, tool, tools};

/// How finely to compute.
#[derive(ElicitForm)]
struct Mesh {
    /// Points along one edge.
    #[form(default = 20, range = 2..=400)]
    points: u32,
}

/// Simulate a material that the user picks. How finely depends on which.
#[tool]
async fn simulate(ctx: &Ctx) -> Result<String, ToolError> {
    let materials = [("silicon", "Silicon"), ("gan", "Gallium nitride")];
    let Elicited::Accept(material) = ctx.choose("Which material?", materials).await? else {
        return Ok("No material was picked.".into());
    };
    let question = format!("How fine a mesh for {material}?");
    Ok(match ctx.elicit::<Mesh>(question).await? {
        Elicited::Accept(Mesh { points }) => format!("Simulating {material} on {points} points."),
        Elicited::Decline | Elicited::Cancel => format!("{material} was not simulated."),
    })
}

/// Whom to name.
#[derive(ElicitForm)]
struct Credit {
    /// Name to print.
    author: String,
}

/// Publish a result. Neither question depends on the other, so they are asked at once: where the client has
/// no session, that is one round instead of two.
#[tool]
async fn publish(ctx: &Ctx) -> Result<String, ToolError> {
    let (credit, license) = tokio::try_join!(
        ctx.elicit::<Credit>("Who gets the credit?"),
        ctx.choose("Under which license?", [("cc-by", "CC BY 4.0"), ("cc0", "CC0, public domain")]),
    )?;
    Ok(match (credit, license) {
        (Elicited::Accept(Credit { author }), Elicited::Accept(license)) => {
            format!("Published by {author} under {license}.")
        }
        _ => "Not published.".into(),
    })
}

/// Delete what is left of a run. It is the same question twice, so keys tell the answers apart.
#[tool(destructive)]
async fn clean_up(ctx: &Ctx) -> Result<String, ToolError> {
    let (inputs, outputs) = tokio::try_join!(
        ctx.confirm("Delete the inputs?").key("inputs"),
        ctx.confirm("Delete the outputs?").key("outputs"),
    )?;
    let fate = |deleted| if deleted { "deleted" } else { "kept" };
    Ok(format!("Inputs: {}, outputs: {}.", fate(inputs), fate(outputs)))
}

#[tokio::main]
async fn main() -> nanohub_mcp::Result<()> {
    let server = Server::builder("questions", env!("CARGO_PKG_VERSION"))
        .description("Asks more than once")
        .tools(tools![simulate, publish, clean_up])
        .build()?;
    nanohub_mcp::cli::run(server).await
}
