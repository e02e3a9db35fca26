//! `#[tool]`: parse → model → expand.

mod expand;
mod model;
mod options;
mod params;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;
use quote::quote;

use crate::beside::{Making, stand_in};
use crate::crate_path::CratePath;
use crate::errors::Errors;
use crate::function::{Function, Role};
use model::Tool;
use options::Options;

const TOOL: Role = Role {
    noun: "a tool",
    attribute: "#[tool]",
    described: "#[tool(description = \"..\")]",
    readers: "the model reads",
    purpose: "decide when to call",
    sent: "an argument",
    seen: "in the input schema",
};

const MAKING: Making = Making { implements: "ToolFn", method: "tool", makes: "Tool" };

pub(crate) fn expand(args: TokenStream, item: &TokenStream) -> TokenStream {
    let function = match Function::parse(item.clone(), TOOL) {
        Ok(function) => function,
        // Not even a function: say so, and leave the item to rustc.
        Err(error) => {
            let error = error.into_compile_error();
            return quote!(#error #item);
        }
    };
    // Both are read before either fails: a bad attribute must not hide a bad parameter.
    let mut errors = Errors::new();
    let options = Options::new(args, &mut errors);
    let krate = CratePath(options.krate.clone());
    let tool = Tool::new(&function, options, &mut errors);
    match (errors.check(), tool) {
        (Ok(()), Some(tool)) => expand::tool(&tool, &krate),
        (Err(error), _) => stand_in(&function, MAKING, &krate, &error),
        (Ok(()), None) => unreachable!("a tool that was refused has its reason among the errors"),
    }
}
