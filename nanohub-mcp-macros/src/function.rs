//! Functions that an attribute is put on, and what is refused of them, whatever they are made into.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser as _};
use syn::{
    Attribute, FnArg, GenericParam, Ident, LitStr, PatType, ReturnType, Safety, Signature, Visibility,
};

use crate::docs::{Docs, is_doc};
use crate::errors::Errors;
use crate::params::check_result;

/// What a function is made into, for messages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Role {
    /// With its article: "a tool".
    pub(crate) noun: &'static str,
    /// As it is written: "#[tool]".
    pub(crate) attribute: &'static str,
    /// With a description in it: "#[tool(description = \"..\")]".
    pub(crate) described: &'static str,
    /// Who reads a description: "the model reads".
    pub(crate) readers: &'static str,
    /// What for: "decide when to call".
    pub(crate) purpose: &'static str,
    /// What the client sends, with its article: "an argument".
    pub(crate) sent: &'static str,
    /// Where the names of those are seen: "in the input schema".
    pub(crate) seen: &'static str,
}

impl Role {
    /// Without the article: "tool".
    pub(crate) fn word(&self) -> &'static str {
        self.noun.split(' ').next_back().unwrap_or(self.noun)
    }
}

/// A function whose body stays tokens: a mistake in there is rustc's to report, and completion works
/// while it is typed.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) sig: Signature,
    pub(crate) body: TokenStream,
}

impl Function {
    /// Reads the item that an attribute stands on.
    pub(crate) fn parse(item: TokenStream, role: Role) -> syn::Result<Self> {
        let parse = |input: ParseStream<'_>| {
            let attrs = input.call(Attribute::parse_outer)?;
            let vis = input.parse()?;
            let start = input.fork();
            let Ok(sig) = input.parse() else {
                return Err(start.error(format!("`{}` goes on a function", role.attribute)));
            };
            Ok(Self { attrs, vis, sig, body: input.parse()? })
        };
        parse.parse2(item)
    }
}

/// Whether an attribute of a parameter is ours to take away: rustc allows neither there.
pub(crate) fn is_ours(attr: &Attribute) -> bool {
    is_doc(attr) || attr.path().is_ident("arg")
}

/// Whether an attribute of a parameter is there for want of ours. It is refused, and taken away all the same:
/// rustc would refuse it once more.
pub(crate) fn is_meant_for_us(attr: &Attribute) -> bool {
    ["serde", "schemars", "form"].iter().any(|name| attr.path().is_ident(name))
}

impl ToTokens for Function {
    /// The function as it was, without the attributes that are ours.
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { attrs, vis, sig, body } = self;
        let mut sig = sig.clone();
        let goes = |attr: &Attribute| is_ours(attr) || is_meant_for_us(attr);
        for input in &mut sig.inputs {
            match input {
                FnArg::Typed(PatType { attrs, .. }) => attrs.retain(|attr| !goes(attr)),
                FnArg::Receiver(receiver) => receiver.attrs.retain(|attr| !goes(attr)),
            }
        }
        // Refused on a function, see `check_attributes`.
        let attrs = attrs.iter().filter(|attr| !attr.path().is_ident("arg"));
        tokens.extend(quote!(#(#attrs)* #vis #sig #body));
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

/// What every rule about functions leaves of a signature.
#[derive(Debug)]
pub(crate) struct Checked {
    pub(crate) run: Run,
    /// What the function returns; `()` where it does not say.
    pub(crate) output: TokenStream,
    declares_lifetime: bool,
}

impl Checked {
    pub(crate) fn new(function: &Function, inline: Option<&Ident>, role: Role, errors: &mut Errors) -> Self {
        let sig = &function.sig;
        check_attributes(&function.attrs, errors);
        check_qualifiers(sig, role, errors);
        let declares_lifetime = check_generics(sig, role, errors);
        let run = run(sig, inline, errors);
        check_variadic(sig, errors);
        let output = match &sig.output {
            ReturnType::Default => quote!(()),
            ReturnType::Type(_, ty) => {
                if !declares_lifetime {
                    check_result(ty, role, errors);
                }
                ty.to_token_stream()
            }
        };
        Self { run, output, declares_lifetime }
    }

    /// The parameters that are still to be looked at.
    ///
    /// `<'a>` is refused where it is declared; saying it again where it is used would be a second error for
    /// one mistake.
    pub(crate) fn inputs<'a>(&self, sig: &'a Signature) -> impl Iterator<Item = &'a FnArg> + use<'a> {
        let declares_lifetime = self.declares_lifetime;
        sig.inputs
            .iter()
            .filter(move |input| !(declares_lifetime && mentions_lifetime(input.to_token_stream())))
    }
}

/// What the model reads.
pub(crate) fn description(
    function: &Function,
    given: Option<&LitStr>,
    was_meant: bool,
    role: Role,
    errors: &mut Errors,
) -> Option<TokenStream> {
    let Role { noun, described, readers, purpose, .. } = role;
    match given {
        Some(text) if text.value().trim().is_empty() => {
            errors.at(
                text,
                format!("{readers} the description to {purpose} the {}: say what it does", role.word()),
            );
            None
        }
        Some(text) => Some(text.to_token_stream()),
        None => {
            let docs = Docs::of(&function.attrs);
            if docs.is_none() && !was_meant {
                let ident = &function.sig.ident;
                errors.at(
                    ident,
                    format!(
                        "{noun} needs a description: {readers} it to {purpose} `{ident}`\n\
                         help: write a doc comment above the function, or `{described}`"
                    ),
                );
            }
            docs.map(ToTokens::into_token_stream)
        }
    }
}

/// Refuses what is said of a parameter on the function.
fn check_attributes(attrs: &[Attribute], errors: &mut Errors) {
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("arg")) {
        errors.at(attr, "`#[arg]` goes on a parameter, right before its name");
    }
}

fn check_qualifiers(Signature { constness, safety, abi, .. }: &Signature, role: Role, errors: &mut Errors) {
    let noun = role.noun;
    if let Some(constness) = constness {
        errors.at(constness, format!("{noun} is called at run time: leave `const` out"));
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
        errors.at(abi, format!("{noun} is called from Rust: leave `extern` out"));
    }
}

/// Refuses generics. Says whether a lifetime is among them.
fn check_generics(Signature { generics, .. }: &Signature, role: Role, errors: &mut Errors) -> bool {
    let noun = role.noun;
    let is_lifetime = |param: &GenericParam| matches!(param, GenericParam::Lifetime(_));
    let declares_lifetime = generics.params.iter().any(is_lifetime);
    if !generics.params.is_empty() {
        let message = if generics.params.iter().all(is_lifetime) {
            format!(
                "{noun} has no lifetime parameters\n\
                 help: what is lent is written `&T`, what the client sends is taken by value"
            )
        } else {
            let why = if role.word() == "tool" {
                "its schema needs concrete types"
            } else {
                "clients know no types"
            };
            format!(
                "{noun} cannot be generic: {why}\n\
                 help: write a type in place of each parameter, or {noun} for each type"
            )
        };
        errors.at(quote!(#generics), message);
    } else if let Some(clause) = &generics.where_clause {
        errors.at(clause, format!("{noun} is not generic, so it has nothing to bound: leave `where` out"));
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

fn run(sig: &Signature, inline: Option<&Ident>, errors: &mut Errors) -> Run {
    match (&sig.asyncness, inline) {
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
