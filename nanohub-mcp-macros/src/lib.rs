//! Macros of `nanohub-mcp`; their docs are there, on what it re-exports.

mod attr;
mod bounds;
mod case;
mod choice;
mod crate_path;
mod docs;
mod errors;
mod form;

use proc_macro::TokenStream;

#[expect(missing_docs, reason = "documented where `nanohub-mcp` re-exports it, with examples that run")]
#[proc_macro_derive(ElicitForm, attributes(form))]
pub fn elicit_form(input: TokenStream) -> TokenStream {
    form::derive(input.into()).into()
}

#[expect(missing_docs, reason = "documented where `nanohub-mcp` re-exports it, with examples that run")]
#[proc_macro_derive(ElicitChoice, attributes(choice))]
pub fn elicit_choice(input: TokenStream) -> TokenStream {
    choice::derive(input.into()).into()
}
