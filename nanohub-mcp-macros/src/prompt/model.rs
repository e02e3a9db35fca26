//! Every rule that `#[prompt]` has for a function, and its message.

use proc_macro2::TokenStream;
use syn::ext::IdentExt as _;
use syn::{FnArg, LitStr};

use super::PROMPT;
use super::options::Options;
use crate::attr::{Keys, Vocabulary};
use crate::docs::Docs;
use crate::errors::Errors;
use crate::function::{Checked, Function, Run, description};
use crate::params::{Taken, option, refuse_arg_of_lent, written};
use crate::texts::{Param, TextParam, assign, sent, wire_name};

const ARG: Vocabulary =
    Vocabulary { attribute: "`#[arg]` of a prompt", keys: &["name", "title", "default"], repeatable: &[] };

/// A prompt that can be expanded.
#[derive(Debug)]
pub(crate) struct Prompt<'a> {
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

impl<'a> Prompt<'a> {
    pub(crate) fn new(function: &'a Function, mut options: Options, errors: &mut Errors) -> Option<Self> {
        let sig = &function.sig;
        let given = options.description.as_ref();
        let description = description(function, given, options.meant_description, PROMPT, errors);
        let checked = Checked::new(function, options.inline.as_ref(), PROMPT, errors);
        let mut params: Vec<_> = checked.inputs(sig).filter_map(|input| param(input, errors)).collect();
        check_duplicates(&params, errors);
        assign(std::mem::take(&mut options.completes), &mut params, "the prompt", errors);
        let name = options
            .name
            .clone()
            .unwrap_or_else(|| LitStr::new(&sig.ident.unraw().to_string(), sig.ident.span()));
        let Checked { run, output, .. } = checked;
        Some(Self { function, name, description: description?, options, params, run, output })
    }
}

fn param<'a>(input: &'a FnArg, errors: &mut Errors) -> Option<Param<'a>> {
    let (ident, ty, owned, attrs) = match Taken::new(input, PROMPT, errors)? {
        Taken::Lent { name, ty, attrs } => {
            refuse_arg_of_lent(attrs, errors);
            return Some(Param::Lent { name, ty });
        }
        Taken::Sent { ident, ty, owned, attrs } => (ident, ty, owned, attrs),
    };
    let mut keys = Keys::of(attrs, "arg", ARG, errors);
    let ident = ident?;
    let name = keys.string("name", errors).unwrap_or_else(|| wire_name(ident));
    if name.value().trim().is_empty() {
        errors.at(&name, "an argument needs a name: clients see it in the list of prompts");
    }
    let title = keys.string("title", errors);
    let default = keys.expr("default", errors).map(|(_, expr)| expr);
    if let (Some(inner), Some(default)) = (option(ty), &default) {
        let inner = written(inner);
        errors.at(
            default,
            format!("an `Option` is `None` when it is left out, so it has no default\nhelp: take `{inner}`, which a default makes optional"),
        );
    }
    let docs = Docs::of(attrs);
    owned.then(|| Param::Sent(Box::new(TextParam { ident, ty, name, docs, title, default, complete: None })))
}

/// Two arguments of one name would both be given the same value.
fn check_duplicates(params: &[Param<'_>], errors: &mut Errors) {
    let mut names: Vec<String> = Vec::new();
    for param in sent(params) {
        let name = param.name.value();
        if names.contains(&name) {
            errors.at(
                &param.name,
                format!("`{name}` is the name of another argument already\nhelp: rename one, or give it another `#[arg(name = \"..\")]`"),
            );
        }
        names.push(name);
    }
}
