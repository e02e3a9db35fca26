//! The expansion is quiet under lints that the author has turned up.
#![deny(warnings, missing_docs, unused_qualifications, unreachable_pub, clippy::pedantic)]
#![allow(unused_crate_dependencies)]

use nanohub_mcp::{ElicitChoice, ElicitForm};

/// Where a run waits.
#[derive(ElicitChoice)]
pub enum Queue {
    /// Starts when there is room.
    Standby,
    /// Runs for days.
    #[choice(title = "Long queue")]
    Long,
}

/// How a batch runs.
#[derive(ElicitForm)]
pub struct Submit {
    /// Queue to submit to.
    #[form(default = Queue::Standby, required)]
    pub queue: Queue,
    /// Queues to fall back to.
    #[form(items = 1..=2)]
    pub others: Option<Vec<Queue>>,
    /// Node to run on.
    #[form(choices = dynamic)]
    pub node: String,
    /// Cores.
    #[form(range = 1..=LIMIT, default = 4, validate = even)]
    pub cores: u32,
    /// Who hears of it.
    #[form(format = "email", len = ..=80, validate = local, default = "ada@example.org")]
    pub contact: String,
}

/// Nothing to fill in.
#[derive(ElicitForm)]
pub struct Consent;

const LIMIT: u32 = 64;

fn even(cores: &u32) -> Result<(), String> {
    if cores % 2 == 0 { Ok(()) } else { Err("cores come in pairs".into()) }
}

fn local(contact: &str) -> Result<(), &'static str> {
    if contact.ends_with("example.org") { Ok(()) } else { Err("only people of example.org") }
}

fn main() {
    let _ = Submit::NODE.name();
}
