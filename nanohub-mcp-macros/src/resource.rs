//! `#[resource]`: parse → model → expand.

mod expand;
mod model;
mod options;
#[cfg(test)]
mod tests;
mod uri;

use proc_macro2::TokenStream;
use quote::quote;

use crate::beside::{Making, stand_in};
use crate::crate_path::CratePath;
use crate::errors::Errors;
use crate::function::{Function, Role};
use model::Resource;
use options::Options;

const RESOURCE: Role = Role {
    noun: "a resource",
    attribute: "#[resource]",
    described: "#[resource(.., description = \"..\")]",
    readers: "the model reads",
    purpose: "decide whether to read",
    sent: "a variable",
    seen: "in the URI",
};

const MAKING: Making = Making { implements: "ResourceFn", method: "resource", makes: "Resource" };

pub(crate) fn expand(args: &TokenStream, item: &TokenStream) -> TokenStream {
    let function = match Function::parse(item.clone(), RESOURCE) {
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
    let resource = Resource::new(&function, options, &mut errors);
    match (errors.check(), resource) {
        (Ok(()), Some(resource)) => expand::resource(&resource, &krate),
        (Err(error), _) => stand_in(&function, MAKING, &krate, &error),
        (Ok(()), None) => unreachable!("a resource that was refused has its reason among the errors"),
    }
}
