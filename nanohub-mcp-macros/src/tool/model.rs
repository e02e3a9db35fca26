//! Every rule that `#[tool]` has for a function, and its message.

use proc_macro2::TokenStream;
use syn::ext::IdentExt as _;
use syn::{Ident, LitStr};

use super::TOOL;
use super::options::Options;
use super::params::Param;
use crate::errors::Errors;
use crate::function::{Checked, Function, Run, description};

/// A tool that can be expanded.
#[derive(Debug)]
pub(crate) struct Tool<'a> {
    pub(crate) function: &'a Function,
    pub(crate) name: LitStr,
    /// A string literal, or a `concat!` of some.
    pub(crate) description: TokenStream,
    pub(crate) options: Options,
    pub(crate) params: Vec<Param<'a>>,
    pub(crate) run: Run,
    /// What the function returns; `()` where it does not say.
    pub(crate) output: TokenStream,
}

impl<'a> Tool<'a> {
    pub(crate) fn new(function: &'a Function, options: Options, errors: &mut Errors) -> Option<Self> {
        let sig = &function.sig;
        let name = check_name(&sig.ident, options.name.as_ref(), errors);
        let given = options.description.as_ref();
        let description = description(function, given, options.meant_description, TOOL, errors);
        let checked = Checked::new(function, options.inline.as_ref(), TOOL, errors);
        let params: Vec<_> = checked.inputs(sig).filter_map(|input| Param::new(input, errors)).collect();
        check_duplicates(&params, errors);
        let Checked { run, output, .. } = checked;
        Some(Self { function, name: name?, description: description?, options, params, run, output })
    }
}

/// The tool's name: the function's, or what `name` says.
fn check_name(ident: &Ident, name: Option<&LitStr>, errors: &mut Errors) -> Option<LitStr> {
    // 2025-11-25 and later, server/tools, *Tool Names*.
    const RULE: &str = "the name of a tool is 1 to 128 of `A-Z a-z 0-9 _ . -`";
    let is_name = |name: &str| {
        (1..=128).contains(&name.len())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c))
    };
    match name {
        Some(name) if is_name(&name.value()) => Some(name.clone()),
        Some(name) => {
            errors.at(name, RULE);
            None
        }
        None => {
            let name = LitStr::new(&ident.unraw().to_string(), ident.span());
            if !is_name(&name.value()) {
                errors.at(ident, format!("{RULE}\nhelp: choose one with `#[tool(name = \"..\")]`"));
                return None;
            }
            Some(name)
        }
    }
}

/// Two arguments of one name would both be given the same value.
fn check_duplicates(params: &[Param<'_>], errors: &mut Errors) {
    let mut names: Vec<String> = Vec::new();
    let mut headers: Vec<String> = Vec::new();
    for param in params {
        let Param::Sent(argument) = param else { continue };
        let name = argument.name.value();
        if names.contains(&name) {
            errors.at(
                &argument.name,
                format!("`{name}` is the name of another argument already\nhelp: rename one, or give it another `#[arg(name = \"..\")]`"),
            );
        } else {
            names.push(name);
        }
        if let Some(header) = &argument.header {
            // Field names are compared without regard to case.
            let name = header.value().to_lowercase();
            if headers.contains(&name) {
                errors.at(
                    header,
                    format!("another argument is repeated in the header `{}` already", header.value()),
                );
            }
            headers.push(name);
        }
    }
}
