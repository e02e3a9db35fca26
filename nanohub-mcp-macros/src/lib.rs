//! Macros of `nanohub-mcp`; their docs are there, on what it re-exports.

mod attr;
mod bounds;
mod crate_path;
mod docs;
mod errors;
mod tool;

use proc_macro::TokenStream;

#[expect(missing_docs, reason = "documented where `nanohub-mcp` re-exports it, with examples that run")]
#[proc_macro_attribute]
pub fn tool(args: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(args.into(), &item.into()).into()
}
