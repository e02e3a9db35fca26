//! Other attributes, and docs, in any order.
#![deny(warnings)]

use nanohub_mcp::{Tool, tool, tools};

#[tool]
/// Docs below.
#[allow(clippy::len_zero)]
fn below(text: String) -> usize {
    text.len()
}

#[allow(clippy::len_zero)]
#[doc = "Docs above."]
///
/// More of them.
#[must_use]
#[tool]
#[inline]
#[doc(alias = "x")]
fn above(text: String) -> usize {
    text.len()
}

#[doc = concat!("Docs by a ", "macro.")]
/// And more.
#[tool]
#[cold]
fn computed(
    #[doc = concat!("Also ", "here.")]
    #[allow(unused_variables)]
    text: String,
) {
}

/** Docs
 * in a block. */
#[tool]
#[track_caller]
fn block() {}

#[cfg_attr(all(), tool)]
#[cfg_attr(all(), doc = "Docs under a condition.")]
fn conditional() {}

/// Instrumented first.
#[tracing::instrument(skip(text))]
#[tool]
async fn inside(
    /// What to measure.
    #[arg(default = "x")]
    text: String,
    times: usize,
) -> usize {
    std::future::ready(text.len() * times).await
}

/// Instrumented last.
#[tool]
#[tracing::instrument]
fn outside(
    /// What to measure.
    text: String,
) -> Result<usize, std::num::ParseIntError> {
    text.parse()
}

fn main() {
    let tools = tools![below, above, computed, block, conditional, inside, outside];
    let names: Vec<_> = tools.iter().map(Tool::name).collect();
    assert_eq!(names, ["below", "above", "computed", "block", "conditional", "inside", "outside"]);
}
