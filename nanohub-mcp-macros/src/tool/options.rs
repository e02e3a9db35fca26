//! What stands in `#[tool(..)]`.

use std::time::Duration;

use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Expr, Lit, LitStr, Path, Token};

use crate::attr::{Entry, Keys, Value, Vocabulary, literal, unknown};
use crate::crate_path::OF_CRATE;
use crate::errors::Errors;

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

const ICON: Vocabulary =
    Vocabulary { attribute: "`icon(..)`", keys: &["src", "mime_type", "sizes"], repeatable: &[] };

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

/// How long a call may take.
#[derive(Debug)]
pub(crate) enum Timeout {
    /// `timeout = "30s"`
    Literal(Duration),
    /// `timeout = Duration::from_secs(LIMIT)`
    Expr(Expr),
}

/// `icon = "https://.."`, or `icon(src = "https://..", mime_type = "image/png", sizes = "48x48 96x96")`
#[derive(Debug)]
pub(crate) struct Icon {
    pub(crate) src: LitStr,
    pub(crate) mime_type: Option<LitStr>,
    pub(crate) sizes: Vec<LitStr>,
}

impl Options {
    pub(crate) fn new(args: TokenStream, errors: &mut Errors) -> Self {
        let mut keys = Keys::new(args, TOOL, errors);
        let all = |keys: &mut Keys, key| std::iter::from_fn(|| keys.take(key)).collect::<Vec<_>>();
        Self {
            name: keys.string("name", errors),
            title: keys.string("title", errors),
            description: keys.string("description", errors),
            meant_description: keys.was_meant("description"),
            hints: HINTS.iter().filter_map(|hint| keys.flag(hint, errors)).collect(),
            inline: keys.flag("inline", errors).and_then(|(key, inline)| inline.then_some(key)),
            timeout: keys.expr("timeout", errors).and_then(|(_, expr)| errors.take(Timeout::new(expr))),
            requires: all(&mut keys, "requires")
                .into_iter()
                .flat_map(|entry| requirements(&entry, errors))
                .collect(),
            input_schema: keys.path("input_schema", OF_SCHEMA, errors),
            output_schema: keys.path("output_schema", OF_SCHEMA, errors),
            icons: all(&mut keys, "icon").into_iter().filter_map(|entry| Icon::new(entry, errors)).collect(),
            meta: all(&mut keys, "meta").into_iter().flat_map(|entry| meta(entry, errors)).collect(),
            krate: keys.path("crate", OF_CRATE, errors),
        }
    }
}

impl Timeout {
    fn new(expr: Expr) -> syn::Result<Self> {
        const WRITE: &str =
            "write a number and a unit, `\"500ms\"`, `\"30s\"`, `\"5m\"` or `\"1h\"`, or a `Duration`";
        match literal(&expr) {
            Some(Lit::Str(text)) => match duration(&text.value()) {
                Some(duration) => Ok(Self::Literal(duration)),
                None => Err(syn::Error::new_spanned(text, format!("this is no duration: {WRITE}"))),
            },
            Some(literal) => Err(syn::Error::new_spanned(literal, format!("a timeout has a unit: {WRITE}"))),
            None => Ok(Self::Expr(expr)),
        }
    }
}

/// `500ms`, `30s`, `5m`, `1h`; nothing times out at once, so not 0.
fn duration(text: &str) -> Option<Duration> {
    let (digits, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit())?);
    let count: u64 = digits.parse().ok().filter(|count| *count > 0)?;
    Some(match unit.trim_start() {
        "ms" => Duration::from_millis(count),
        "s" => Duration::from_secs(count),
        "m" => Duration::from_secs(count.checked_mul(60)?),
        "h" => Duration::from_secs(count.checked_mul(3600)?),
        _ => return None,
    })
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

impl Icon {
    fn new(Entry { key, value }: Entry, errors: &mut Errors) -> Option<Self> {
        let icon = match value {
            Value::Assigned(ref expr) => match literal(expr) {
                Some(Lit::Str(src)) => Some(Self { src: src.clone(), mime_type: None, sizes: Vec::new() }),
                _ => None,
            },
            Value::List(ref tokens) => {
                let mut keys = Keys::new(tokens.clone(), ICON, errors);
                let src = keys.string("src", errors);
                let mime_type = keys.string("mime_type", errors);
                let sizes = keys.string("sizes", errors);
                let size = |text: &LitStr| {
                    let words: Vec<_> = text.value().split_whitespace().map(str::to_owned).collect();
                    words.into_iter().map(|word| LitStr::new(&word, text.span())).collect()
                };
                src.map(|src| Self { src, mime_type, sizes: sizes.as_ref().map(size).unwrap_or_default() })
            }
            Value::Flag => None,
        };
        let Some(icon) = icon else {
            errors.at(value.or(&key), "write `icon = \"https://..\"`, or `icon(src = \"https://..\", mime_type = \"..\", sizes = \"48x48\")`");
            return None;
        };
        let src = icon.src.value();
        if !src.starts_with("https://") && !src.starts_with("data:") {
            errors.at(&icon.src, "an icon is at an `https:` or a `data:` URI");
        }
        Some(icon)
    }
}

/// `meta("example.org/cost" = 3, queue = "standby")`
fn meta(Entry { key, value }: Entry, errors: &mut Errors) -> Vec<(LitStr, Expr)> {
    let Value::List(tokens) = value else {
        errors
            .at(value.or(&key), "write entries of `_meta` in parentheses: `meta(\"example.org/cost\" = 3)`");
        return Vec::new();
    };
    let entry = |input: ParseStream<'_>| {
        let key = if input.peek(LitStr) {
            input.parse()?
        } else {
            let word: Ident = input.call(Ident::parse_any)?;
            LitStr::new(&word.unraw().to_string(), word.span())
        };
        input.parse::<Token![=]>()?;
        Ok((key, input.parse()?))
    };
    let list = |input: ParseStream<'_>| input.parse_terminated(entry, Token![,]);
    errors.take(list.parse2(tokens)).into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        assert_eq!(duration("500ms"), Some(Duration::from_millis(500)));
        assert_eq!(duration("30s"), Some(Duration::from_secs(30)));
        assert_eq!(duration("5 m"), Some(Duration::from_secs(300)));
        assert_eq!(duration("1h"), Some(Duration::from_secs(3600)));
        for text in ["", "s", "30", "0s", "1.5s", "5min", "99999999999999999999s", "9999999999999999999h"] {
            assert_eq!(duration(text), None, "{text}");
        }
    }
}
