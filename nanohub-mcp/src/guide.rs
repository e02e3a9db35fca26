//! Guides. Every snippet compiles.

#[doc = include_str!("docs/elicitation.md")]
pub mod elicitation {}
