//! Values of attribute keys that tools, resources and prompts share: timeouts, icons and `_meta`.

use std::time::Duration;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Expr, Lit, LitStr, Token};

use crate::attr::{Entry, Keys, Value, Vocabulary, literal};
use crate::errors::Errors;

const ICON: Vocabulary =
    Vocabulary { attribute: "`icon(..)`", keys: &["src", "mime_type", "sizes"], repeatable: &[] };

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

/// What `timeout` says.
pub(crate) fn timeout(keys: &mut Keys, errors: &mut Errors) -> Option<Timeout> {
    keys.expr("timeout", errors).and_then(|(_, expr)| errors.take(Timeout::new(expr)))
}

/// What every `icon` says.
pub(crate) fn icons(keys: &mut Keys, errors: &mut Errors) -> Vec<Icon> {
    keys.all("icon").into_iter().filter_map(|entry| Icon::new(entry, errors)).collect()
}

/// What every `meta` says.
pub(crate) fn metas(keys: &mut Keys, errors: &mut Errors) -> Vec<(LitStr, Expr)> {
    keys.all("meta").into_iter().flat_map(|entry| meta(entry, errors)).collect()
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

/// Expands to: `::core::time::Duration::from_secs(30u64)`
impl ToTokens for Timeout {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(match self {
            Self::Literal(duration) if duration.subsec_millis() == 0 => {
                let seconds = duration.as_secs();
                quote!(::core::time::Duration::from_secs(#seconds))
            }
            Self::Literal(duration) => {
                let millis = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
                quote!(::core::time::Duration::from_millis(#millis))
            }
            Self::Expr(expr) => expr.to_token_stream(),
        });
    }
}

/// Expands to: `__mcp::Icon::new("https://..").mime_type("image/png").size("48x48")`
impl ToTokens for Icon {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { src, mime_type, sizes } = self;
        let mime_type = mime_type.iter();
        tokens.extend(quote!(__mcp::Icon::new(#src) #(.mime_type(#mime_type))* #(.size(#sizes))*));
    }
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
