//! What the macros generate names the crate as its user does. One dependency is enough.

#![deny(warnings, missing_docs, unused_qualifications, unreachable_pub, clippy::pedantic)]

use mcp::{
    prompt, prompts, tool, tools, Ctx, ElicitChoice, ElicitForm, Elicited, Message, Server, ToolError,
};

/// Stands for a crate that passes the toolkit on.
pub mod facade {
    pub use mcp::*;
}

/// Where it runs.
#[derive(ElicitForm)]
#[form(crate = mcp)]
struct Place {
    /// The queue.
    #[form(default = Queue::Short)]
    queue: Queue,
}

#[derive(ElicitChoice)]
#[choice(crate = mcp)]
enum Queue {
    Short,
    Long,
}

/// Run it.
#[tool(crate = mcp)]
async fn run(
    ctx: &Ctx,
    /// How many.
    #[arg(default = 1, range = 1..=9)]
    count: u8,
) -> Result<String, ToolError> {
    Ok(match ctx.elicit::<Place>("Where?").await? {
        Elicited::Accept(Place { queue: Queue::Short }) => format!("{count} in short"),
        Elicited::Accept(Place { queue: Queue::Long }) => format!("{count} in long"),
        Elicited::Decline | Elicited::Cancel => "nowhere".into(),
    })
}

/// Add two integers.
#[tool(crate = crate::facade, inline)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Ask for a sum.
#[prompt(crate = mcp)]
fn sum(a: i64, b: i64) -> Message {
    Message::user(format!("What is {a} + {b}?"))
}

/// A server of them.
///
/// # Errors
///
/// Never: nothing here contradicts itself.
pub fn server() -> Result<Server, mcp::BuildError> {
    Server::builder("renamed", "1").tools(tools![run, add]).prompts(prompts![sum]).build()
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_renamed_crate_is_served() {
        super::server().unwrap();
        assert_eq!(super::add(1, 2), 3);
    }
}
