//! Macros of `nanohub-mcp`; their docs are there, on what it re-exports.

// Each is documented where `nanohub-mcp` re-exports it, with examples that run.
#![allow(missing_docs)]

mod attr;
mod beside;
mod bounds;
mod case;
mod choice;
mod crate_path;
mod docs;
mod errors;
mod form;
mod function;
mod params;
mod prompt;
mod resource;
mod texts;
mod tool;
mod values;

use proc_macro::TokenStream;

#[proc_macro_attribute]
pub fn tool(args: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(args.into(), &item.into()).into()
}

#[proc_macro_attribute]
pub fn resource(args: TokenStream, item: TokenStream) -> TokenStream {
    resource::expand(&args.into(), &item.into()).into()
}

#[proc_macro_attribute]
pub fn prompt(args: TokenStream, item: TokenStream) -> TokenStream {
    prompt::expand(args.into(), &item.into()).into()
}

#[proc_macro_derive(ElicitForm, attributes(form))]
pub fn elicit_form(input: TokenStream) -> TokenStream {
    form::derive(input.into()).into()
}

#[proc_macro_derive(ElicitChoice, attributes(choice))]
pub fn elicit_choice(input: TokenStream) -> TokenStream {
    choice::derive(input.into()).into()
}
