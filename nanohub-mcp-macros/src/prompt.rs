//! `#[prompt]`: parse → model → expand.

mod expand;
mod model;
mod options;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;
use quote::quote;

use crate::beside::{Making, stand_in};
use crate::crate_path::CratePath;
use crate::errors::Errors;
use crate::function::{Function, Role};
use model::Prompt;
use options::Options;

const PROMPT: Role = Role {
    noun: "a prompt",
    attribute: "#[prompt]",
    described: "#[prompt(description = \"..\")]",
    readers: "people read",
    purpose: "decide when to use",
    sent: "an argument",
    seen: "in the list of prompts",
};

const MAKING: Making = Making { implements: "PromptFn", method: "prompt", makes: "Prompt" };

pub(crate) fn expand(args: TokenStream, item: &TokenStream) -> TokenStream {
    let function = match Function::parse(item.clone(), PROMPT) {
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
    let prompt = Prompt::new(&function, options, &mut errors);
    match (errors.check(), prompt) {
        (Ok(()), Some(prompt)) => expand::prompt(&prompt, &krate),
        (Err(error), _) => stand_in(&function, MAKING, &krate, &error),
        (Ok(()), None) => unreachable!("a prompt that was refused has its reason among the errors"),
    }
}
