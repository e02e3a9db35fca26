//! What stands in `#[resource(..)]`.

use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Expr, Lit, LitStr, Path, Token};

use super::uri::Uri;
use crate::attr::{Entry, Keys, Value, Vocabulary, literal, unknown};
use crate::bounds::Number;
use crate::crate_path::OF_CRATE;
use crate::errors::Errors;
use crate::texts::{Complete, completes};
use crate::values::{Icon, Timeout, icons, metas, timeout};

const KEYS: Vocabulary = Vocabulary {
    attribute: "`#[resource]`",
    keys: &[
        "name",
        "title",
        "description",
        "mime_type",
        "size",
        "audience",
        "priority",
        "complete",
        "inline",
        "timeout",
        "icon",
        "meta",
        "crate",
    ],
    repeatable: &["complete", "icon", "meta"],
};

/// For whom a resource is meant: the word, and its variant of `Audience`.
const AUDIENCES: [(&str, &str); 2] = [("user", "User"), ("assistant", "Assistant")];

/// The arguments of the attribute, each one right in itself.
#[derive(Debug)]
pub(crate) struct Options {
    /// `None` where it was refused.
    pub(crate) uri: Option<Uri>,
    pub(crate) name: Option<LitStr>,
    pub(crate) title: Option<LitStr>,
    pub(crate) description: Option<LitStr>,
    /// Whether there is one under a misspelt key.
    pub(crate) meant_description: bool,
    pub(crate) mime_type: Option<LitStr>,
    /// The key, for its span, and the value.
    pub(crate) size: Option<(Ident, Expr)>,
    /// Variants of `Audience`.
    pub(crate) audience: Vec<Ident>,
    pub(crate) priority: Option<Expr>,
    pub(crate) completes: Vec<Complete>,
    pub(crate) inline: Option<Ident>,
    pub(crate) timeout: Option<Timeout>,
    pub(crate) icons: Vec<Icon>,
    pub(crate) meta: Vec<(LitStr, Expr)>,
    pub(crate) krate: Option<Path>,
}

impl Options {
    pub(crate) fn new(args: &TokenStream, errors: &mut Errors) -> Self {
        let (uri, rest) = uri(args, errors);
        let mut keys = Keys::new(rest, KEYS, errors);
        let name = keys.string("name", errors);
        if let Some(name) = &name
            && name.value().trim().is_empty()
        {
            errors.at(name, "a resource needs a name: leave it out to take that of the function");
        }
        Self {
            uri,
            name,
            title: keys.string("title", errors),
            description: keys.string("description", errors),
            meant_description: keys.was_meant("description"),
            mime_type: mime_type(&mut keys, errors),
            size: keys.expr("size", errors),
            audience: keys.take("audience").map(|entry| audience(&entry, errors)).unwrap_or_default(),
            priority: priority(&mut keys, errors),
            completes: completes(&mut keys, errors),
            inline: keys.flag("inline", errors).and_then(|(key, inline)| inline.then_some(key)),
            timeout: timeout(&mut keys, errors),
            icons: icons(&mut keys, errors),
            meta: metas(&mut keys, errors),
            krate: keys.path("crate", OF_CRATE, errors),
        }
    }
}

/// The URI, which comes first, and what comes after it.
fn uri(args: &TokenStream, errors: &mut Errors) -> (Option<Uri>, TokenStream) {
    const WRITE: &str = "a resource has its URI first: `#[resource(\"demo://data\")]`, or a template of URIs: \
                         `#[resource(\"demo://data/{id}\")]`";
    let split = |input: ParseStream<'_>| {
        let literal = if input.peek(LitStr) { Some(input.parse::<LitStr>()?) } else { None };
        if literal.is_some() && !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
        Ok((literal, input.parse::<TokenStream>()?))
    };
    match split.parse2(args.clone()) {
        Ok((Some(literal), rest)) => (Uri::new(literal, errors), rest),
        Ok((None, rest)) if rest.is_empty() => {
            errors.push(syn::Error::new(proc_macro2::Span::call_site(), WRITE));
            (None, rest)
        }
        Ok((None, rest)) => {
            // On the first token: the whole attribute may have other mistakes.
            errors.at(rest.clone().into_iter().next(), WRITE);
            // `uri = ".."` is that mistake, and not an unknown key besides.
            let is_uri = rest.clone().into_iter().next().is_some_and(|token| token.to_string() == "uri");
            (None, if is_uri { TokenStream::new() } else { rest })
        }
        Err(error) => {
            errors.push(error);
            (None, TokenStream::new())
        }
    }
}

fn mime_type(keys: &mut Keys, errors: &mut Errors) -> Option<LitStr> {
    let mime_type = keys.string("mime_type", errors)?;
    let value = mime_type.value();
    let mut parts = value.split(';').next().unwrap_or_default().split('/');
    let is_type = |part: Option<&str>| part.is_some_and(|part| !part.trim().is_empty());
    if !(is_type(parts.next()) && is_type(parts.next()) && parts.next().is_none()) {
        errors.at(&mime_type, "a MIME type has two parts: `\"text/plain\"`, `\"application/json\"`");
    }
    Some(mime_type)
}

/// `priority = 0.8`
fn priority(keys: &mut Keys, errors: &mut Errors) -> Option<Expr> {
    let (_, expr) = keys.expr("priority", errors)?;
    let is_one = match (Number::of(&expr), literal(&expr)) {
        (Some(Number::Float(value)), _) => (0.0..=1.0).contains(&value),
        (Some(Number::Integer(_)), _) | (None, Some(Lit::Str(_) | Lit::Bool(_))) => false,
        _ => true,
    };
    if !is_one {
        errors.at(&expr, "a priority is from 0.0 (optional) to 1.0 (required)");
    }
    Some(expr)
}

/// `audience(user, assistant)`
fn audience(Entry { key, value }: &Entry, errors: &mut Errors) -> Vec<Ident> {
    let Value::List(tokens) = value else {
        errors.at(
            value.or(key),
            "`audience` lists for whom it is: `audience(user)`, `audience(user, assistant)`",
        );
        return Vec::new();
    };
    let list = |input: ParseStream<'_>| input.parse_terminated(Ident::parse_any, Token![,]);
    let mut variants = Vec::new();
    for word in errors.take(list.parse2(tokens.clone())).unwrap_or_default() {
        if let Some((_, variant)) = AUDIENCES.iter().find(|(known, _)| word == known) {
            variants.push(Ident::new(variant, word.span()));
        } else {
            let words = AUDIENCES.map(|(word, _)| word);
            errors.at(&word, unknown(&word.to_string(), &words, "there is no audience"));
        }
    }
    variants
}
