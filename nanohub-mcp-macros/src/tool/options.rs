//! What stands in `#[tool(..)]`.

use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Expr, LitStr, Path, Token};

use crate::attr::{Entry, Keys, Value, Vocabulary, unknown};
use crate::crate_path::OF_CRATE;
use crate::errors::Errors;
use crate::values::{Icon, Timeout, icons, metas, timeout};

const TOOL: Vocabulary = Vocabulary {
    attribute: "`#[tool]`",
    keys: &[
        "name",
        "title",
        "description",
        "read_only",
        "destructive",
        "idempotent",
        "open_world",
        "inline",
        "timeout",
        "requires",
        "input_schema",
        "output_schema",
        "icon",
        "meta",
        "crate",
    ],
    repeatable: &["icon", "meta", "requires"],
};

const HINTS: [&str; 4] = ["read_only", "destructive", "idempotent", "open_world"];

/// What a hand-written schema is the path of.
const OF_SCHEMA: &str = "of a `fn() -> serde_json::Value`";

/// What a client can be required to do: the word, and its variant of `Requirement`.
const REQUIREMENTS: [(&str, &str); 4] =
    [("elicitation", "Elicitation"), ("url", "Url"), ("sampling", "Sampling"), ("roots", "Roots")];

/// The arguments of the attribute, each one right in itself.
#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) name: Option<LitStr>,
    pub(crate) title: Option<LitStr>,
    pub(crate) description: Option<LitStr>,
    /// Whether there is one under a misspelt key.
    pub(crate) meant_description: bool,
    /// The hints that were given, by the names of their setters.
    pub(crate) hints: Vec<(Ident, bool)>,
    pub(crate) inline: Option<Ident>,
    pub(crate) timeout: Option<Timeout>,
    /// Variants of `Requirement`.
    pub(crate) requires: Vec<Ident>,
    pub(crate) input_schema: Option<Path>,
    pub(crate) output_schema: Option<Path>,
    pub(crate) icons: Vec<Icon>,
    pub(crate) meta: Vec<(LitStr, Expr)>,
    pub(crate) krate: Option<Path>,
}

impl Options {
    pub(crate) fn new(args: TokenStream, errors: &mut Errors) -> Self {
        let mut keys = Keys::new(args, TOOL, errors);
        Self {
            name: keys.string("name", errors),
            title: keys.string("title", errors),
            description: keys.string("description", errors),
            meant_description: keys.was_meant("description"),
            hints: HINTS.iter().filter_map(|hint| keys.flag(hint, errors)).collect(),
            inline: keys.flag("inline", errors).and_then(|(key, inline)| inline.then_some(key)),
            timeout: timeout(&mut keys, errors),
            requires: keys
                .all("requires")
                .into_iter()
                .flat_map(|entry| requirements(&entry, errors))
                .collect(),
            input_schema: keys.path("input_schema", OF_SCHEMA, errors),
            output_schema: keys.path("output_schema", OF_SCHEMA, errors),
            icons: icons(&mut keys, errors),
            meta: metas(&mut keys, errors),
            krate: keys.path("crate", OF_CRATE, errors),
        }
    }
}

/// `requires(elicitation, url)`
fn requirements(Entry { key, value }: &Entry, errors: &mut Errors) -> Vec<Ident> {
    let words = REQUIREMENTS.map(|(word, _)| word);
    let Value::List(tokens) = value else {
        let message =
            format!("`requires` lists what the client must be able to do: `requires({})`", words[0]);
        errors.at(value.or(key), message);
        return Vec::new();
    };
    let list = |input: ParseStream<'_>| input.parse_terminated(Ident::parse_any, Token![,]);
    let named = errors.take(list.parse2(tokens.clone())).unwrap_or_default();
    let mut variants = Vec::new();
    for word in named {
        match REQUIREMENTS.iter().find(|(known, _)| word == known) {
            Some((_, variant)) => variants.push(Ident::new(variant, word.span())),
            None => {
                errors.at(&word, unknown(&word.to_string(), &words, "a client cannot be required to have"));
            }
        }
    }
    variants
}
