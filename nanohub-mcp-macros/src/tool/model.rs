//! Every rule that `#[tool]` has for a function, and its message.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::ext::IdentExt as _;
use syn::{Attribute, GenericParam, Ident, LitStr, ReturnType, Safety, Signature};

use super::options::Options;
use super::params::{Param, check_result};
use super::parse::Function;
use crate::docs::Docs;
use crate::errors::Errors;

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

/// Where the function runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Run {
    /// Polled: it is an `async fn`.
    Async,
    /// On the blocking pool.
    Blocking,
    /// At once.
    Inline,
}

impl<'a> Tool<'a> {
    pub(crate) fn new(function: &'a Function, options: Options, errors: &mut Errors) -> Option<Self> {
        let sig = &function.sig;
        let name = check_name(&sig.ident, options.name.as_ref(), errors);
        let description = description(function, &options, errors);
        check_attributes(&function.attrs, errors);
        check_qualifiers(sig, errors);
        let declares_lifetime = check_generics(sig, errors);
        let run = run(sig, &options, errors);
        let params: Vec<_> = sig
            .inputs
            .iter()
            // `<'a>` is refused where it is declared; saying it again where it is used would be a second
            // error for one mistake.
            .filter(|input| !(declares_lifetime && mentions_lifetime(input.to_token_stream())))
            .filter_map(|input| Param::new(input, errors))
            .collect();
        check_variadic(sig, errors);
        check_duplicates(&params, errors);
        let output = match &sig.output {
            ReturnType::Default => quote!(()),
            ReturnType::Type(_, ty) => {
                if !declares_lifetime {
                    check_result(ty, errors);
                }
                ty.to_token_stream()
            }
        };
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

/// What the model reads.
fn description(function: &Function, options: &Options, errors: &mut Errors) -> Option<TokenStream> {
    match &options.description {
        Some(text) if text.value().trim().is_empty() => {
            errors.at(
                text,
                "the model reads the description to decide when to call the tool: say what it does",
            );
            None
        }
        Some(text) => Some(text.to_token_stream()),
        None => {
            let docs = Docs::of(&function.attrs);
            if docs.is_none() && !options.meant_description {
                let ident = &function.sig.ident;
                errors.at(
                    ident,
                    format!(
                        "a tool needs a description: the model reads it to decide when to call `{ident}`\n\
                         help: write a doc comment above the function, or `#[tool(description = \"..\")]`"
                    ),
                );
            }
            docs.map(ToTokens::into_token_stream)
        }
    }
}

fn check_attributes(attrs: &[Attribute], errors: &mut Errors) {
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("arg")) {
        errors.at(attr, "`#[arg]` goes on a parameter, right before its name");
    }
}

fn check_qualifiers(Signature { constness, safety, abi, .. }: &Signature, errors: &mut Errors) {
    if let Some(constness) = constness {
        errors.at(constness, "a tool is called at run time: leave `const` out");
    }
    match safety {
        Safety::Unsafe(token) => errors.at(
            token,
            "a client cannot keep the promises of an `unsafe` function\n\
             help: make it safe to call, with an `unsafe` block inside",
        ),
        Safety::Safe(token) => errors.at(token, "leave `safe` out: it is for `unsafe extern` blocks"),
        Safety::Default => {}
    }
    if let Some(abi) = abi {
        errors.at(abi, "a tool is called from Rust: leave `extern` out");
    }
}

/// Refuses generics. Says whether a lifetime is among them.
fn check_generics(Signature { generics, .. }: &Signature, errors: &mut Errors) -> bool {
    let is_lifetime = |param: &GenericParam| matches!(param, GenericParam::Lifetime(_));
    let declares_lifetime = generics.params.iter().any(is_lifetime);
    if !generics.params.is_empty() {
        let message = if generics.params.iter().all(is_lifetime) {
            "a tool has no lifetime parameters\n\
             help: what is lent is written `&T`, what the client sends is taken by value"
        } else {
            "a tool cannot be generic: its schema needs concrete types\n\
             help: write a type in place of each parameter, or a tool for each type"
        };
        errors.at(quote!(#generics), message);
    } else if let Some(clause) = &generics.where_clause {
        errors.at(clause, "a tool is not generic, so it has nothing to bound: leave `where` out");
    }
    declares_lifetime
}

/// Whether tokens name a lifetime that is neither `'_` nor `'static`.
fn mentions_lifetime(tokens: TokenStream) -> bool {
    let mut after_quote = false;
    for token in tokens {
        let found = match &token {
            proc_macro2::TokenTree::Ident(ident) => after_quote && ident != "_" && ident != "static",
            proc_macro2::TokenTree::Group(group) => mentions_lifetime(group.stream()),
            _ => false,
        };
        if found {
            return true;
        }
        after_quote = matches!(&token, proc_macro2::TokenTree::Punct(punct) if punct.as_char() == '\'');
    }
    false
}

fn run(sig: &Signature, options: &Options, errors: &mut Errors) -> Run {
    match (&sig.asyncness, &options.inline) {
        (Some(_), Some(inline)) => {
            errors.at(inline, "an `async fn` never leaves the thread that polls it: leave `inline` out");
            Run::Async
        }
        (Some(_), None) => Run::Async,
        (None, Some(_)) => Run::Inline,
        (None, None) => Run::Blocking,
    }
}

fn check_variadic(Signature { variadic, .. }: &Signature, errors: &mut Errors) {
    if let Some(variadic) = variadic {
        errors.at(variadic, "clients send arguments by name: take a `Vec` instead of `...`");
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

impl Function {
    /// The attributes that hold for what is generated beside the function too: under which `cfg` it
    /// exists, and which lints its author does not want to hear.
    pub(crate) fn inherited(&self) -> impl Iterator<Item = &Attribute> {
        self.attrs.iter().filter(|attr| attr.path().is_ident("cfg") || attr.path().is_ident("allow"))
    }

    /// Whether its use is a warning.
    pub(crate) fn is_deprecated(&self) -> bool {
        self.attrs.iter().any(|attr| attr.path().is_ident("deprecated"))
    }
}
