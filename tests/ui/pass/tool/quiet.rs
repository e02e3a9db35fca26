//! Generated code is quiet under its author's lints.
#![deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    missing_copy_implementations,
    unused_qualifications,
    unreachable_pub,
    unsafe_code,
    unused_lifetimes,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unused_results,
    rust_2018_idioms,
    clippy::all,
    clippy::pedantic
)]

use nanohub_mcp::{Tool, ToolError, tool, tools};

mod public {
    use super::{ToolError, tool};

    /// Shared.
    #[derive(Debug)]
    pub(crate) struct State(pub(crate) i64);

    /// Add to what is there.
    #[tool(title = "Add", read_only)]
    pub(crate) fn add(
        state: &State,
        /// The number to add.
        #[arg(default = 1, range = 0..=10)]
        number: i64,
        #[arg(default = "m", len = 1..=3)] unit: String,
    ) -> String {
        format!("{} {unit}", state.0 + number)
    }

    /// Wait.
    #[tool]
    #[must_use]
    pub(crate) async fn wait(_state: &State) -> bool {
        std::future::ready(true).await
    }

    /// Nothing.
    #[tool(inline)]
    pub(crate) fn unit() {}

    /// Nothing, or an error.
    #[tool]
    pub(crate) fn check(text: String) -> Result<(), ToolError> {
        let _ = text.parse::<i64>()?;
        Ok(())
    }

    /// An old one.
    #[tool]
    #[deprecated = "use `add`"]
    pub(crate) fn old() {}

    /// Not yet listed.
    #[tool]
    #[allow(dead_code)]
    pub(crate) fn draft() {}

    /// Named as the protocol names it.
    #[tool]
    #[allow(non_snake_case)]
    pub(crate) fn listRuns() {}
}

/// A library exports it.
#[tool]
#[allow(unreachable_pub)]
pub fn exported(number: u8) -> u8 {
    number
}

pub(crate) fn main() {
    let tools: Vec<Tool> = tools![
        public::add,
        public::wait,
        public::unit,
        public::check,
        public::old,
        public::listRuns,
        exported
    ];
    assert_eq!(tools.len(), 7);
    assert_eq!(public::add(&public::State(1), 2, "m".into()), "3 m");
}
