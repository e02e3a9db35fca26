//! Parameters that come as text: variables of resources and arguments of prompts.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Expr, LitStr, Path, Token, Type};

use crate::attr::{Entry, Keys, Value, unknown};
use crate::beside::{at, is_plain, local};
use crate::docs::Docs;
use crate::errors::Errors;
use crate::params::option;

/// A parameter, in one of its two roles.
#[derive(Debug)]
pub(crate) enum Param<'a> {
    /// `ctx: &Ctx`, `cluster: &Cluster`
    Lent { name: String, ty: &'a Type },
    /// `count: u32`
    Sent(Box<TextParam<'a>>),
}

/// What a client sends as text.
#[derive(Debug)]
pub(crate) struct TextParam<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) ty: &'a Type,
    /// Its name on the wire.
    pub(crate) name: LitStr,
    pub(crate) docs: Option<Docs>,
    pub(crate) title: Option<LitStr>,
    pub(crate) default: Option<Expr>,
    pub(crate) complete: Option<Complete>,
}

/// `complete(node = nodes)`, or `complete(queue = Queue)`: what completes a parameter.
#[derive(Debug)]
pub(crate) struct Complete {
    name: Ident,
    path: Path,
}

/// The name that a parameter has on the wire unless it is given another.
///
/// `_x` is how Rust says that `x` is not used; the client need not know.
pub(crate) fn wire_name(ident: &Ident) -> LitStr {
    LitStr::new(ident.unraw().to_string().trim_start_matches('_'), ident.span())
}

/// What every `complete` says.
pub(crate) fn completes(keys: &mut Keys, errors: &mut Errors) -> Vec<Complete> {
    let mut all = Vec::new();
    for Entry { key, value } in keys.all("complete") {
        let Value::List(tokens) = value else {
            errors.at(
                value.or(&key),
                "write what completes a parameter in parentheses: `complete(node = nodes)`",
            );
            continue;
        };
        let entry = |input: ParseStream<'_>| {
            let name = input.call(Ident::parse_any)?;
            input.parse::<Token![=]>()?;
            Ok(Complete { name, path: input.parse()? })
        };
        let list = |input: ParseStream<'_>| input.parse_terminated(entry, Token![,]);
        all.extend(errors.take(list.parse2(tokens)).into_iter().flatten());
    }
    all
}

/// Gives what completes a parameter to that.
pub(crate) fn assign(completes: Vec<Complete>, params: &mut [Param<'_>], noun: &str, errors: &mut Errors) {
    for complete in completes {
        let wanted = complete.name.unraw().to_string();
        let names: Vec<String> = sent(params).map(|param| param.name.value()).collect();
        let found = params.iter_mut().find_map(|param| match param {
            Param::Sent(param) if param.name.value() == wanted => Some(param),
            _ => None,
        });
        match found {
            Some(param) if param.complete.is_some() => {
                errors.at(&complete.name, format!("`{wanted}` is completed already: keep one"));
            }
            Some(param) => param.complete = Some(complete),
            None if names.is_empty() => {
                errors.at(&complete.name, format!("{noun} takes nothing that could be completed"));
            }
            None => {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                errors.at(&complete.name, unknown(&wanted, &names, &format!("{noun} does not take")));
            }
        }
    }
}

/// Those that are sent.
pub(crate) fn sent<'p, 'a>(params: &'p [Param<'a>]) -> impl Iterator<Item = &'p TextParam<'a>> {
    params.iter().filter_map(|param| match param {
        Param::Sent(param) => Some(&**param),
        Param::Lent { .. } => None,
    })
}

impl Complete {
    /// Whether it names a type, by the custom that types are written in camel case: a type and a function
    /// of one name are different things.
    fn is_type(&self) -> bool {
        let last = self.path.segments.last();
        last.is_some_and(|segment| segment.ident.unraw().to_string().starts_with(char::is_uppercase))
    }
}

/// Takes the texts, all of them before any is missed.
///
/// Expands to:
///
/// ```ignore
/// let ::core::option::Option::Some(__id) = __texts.take(0usize, __mcp::Parse::<u32>::parse) else {
///     return __mcp::Work::Refused;
/// };
/// ```
pub(crate) fn take(params: &[Param<'_>]) -> TokenStream {
    let takes: Vec<_> = sent(params)
        .enumerate()
        .map(|(index, TextParam { ty, default, .. })| {
            let inner = option(ty).unwrap_or(ty);
            let parse = quote_spanned!(at(inner)=> __mcp::Parse::<#inner>::parse);
            match default {
                _ if option(ty).is_some() => quote!(__texts.take_optional(#index, #parse)),
                Some(default) => {
                    let default = converted(default);
                    quote!(__texts.take_or(#index, #parse, || #default))
                }
                None => quote!(__texts.take(#index, #parse)),
            }
        })
        .collect();
    crate::beside::take(sent(params).map(|param| param.ident), takes.into_iter())
}

/// A default as a value of the parameter's type: `"standby"` is good for a `String`.
fn converted(default: &Expr) -> TokenStream {
    if is_plain(default) {
        return default.to_token_stream();
    }
    quote_spanned!(at(default)=> ::core::convert::Into::into(#default))
}

/// The values that the function is called with.
pub(crate) fn values<'p>(params: &'p [Param<'_>]) -> impl Iterator<Item = TokenStream> + 'p {
    params.iter().map(|param| match param {
        Param::Lent { ty, .. } => quote_spanned!(at(ty)=> __call.lend::<#ty>()),
        Param::Sent(param) => local(param.ident).to_token_stream(),
    })
}

/// Expands to: `.argument(__mcp::Parse::<u32>::describe("steps").doc("How many."))`, where `adder` is
/// `argument`, or `.lent::<Cluster>("cluster")`.
pub(crate) fn describe(param: &Param<'_>, adder: &Ident) -> TokenStream {
    let param = match param {
        Param::Lent { name, ty } => return quote_spanned!(at(ty)=> .lent::<#ty>(#name)),
        Param::Sent(param) => param,
    };
    let TextParam { ident: _, ty, name, docs, title, default, complete } = &**param;
    let inner = option(ty).unwrap_or(ty);
    let describe = quote_spanned!(at(inner)=> __mcp::Parse::<#inner>::describe(#name));
    let (doc, title) = (docs.iter(), title.iter());
    let optional = (option(ty).is_some() || default.is_some()).then(|| quote!(.optional()));
    let complete = complete.as_ref().map(|complete| {
        let path = &complete.path;
        if complete.is_type() {
            quote_spanned!(at(path)=> .complete_with::<#path>())
        } else {
            quote_spanned!(at(path)=> .complete(#path))
        }
    });
    quote! {
        .#adder(#describe
            #(.title(#title))*
            #(.doc(#doc))*
            #optional
            #complete
        )
    }
}
