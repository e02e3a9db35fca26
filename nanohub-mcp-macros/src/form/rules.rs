use proc_macro2::TokenStream;
use quote::{ToTokens as _, format_ident, quote, quote_spanned};
use syn::{Expr, ExprArray, Ident, Lit, LitStr};

use crate::attr::{Keys, literal, ungrouped, unknown};
use crate::bounds::{Number, Range, floats};
use crate::crate_path::CratePath;
use crate::errors::Errors;
use crate::form::field::Kind;
use crate::form::format::{example, may_be};

/// What the value of a field has to keep to.
#[derive(Debug)]
pub(crate) struct Rules {
    range: Option<Bound>,
    len: Option<Bound>,
    items: Option<Bound>,
    format: Option<LitStr>,
    pattern: Option<LitStr>,
    enum_names: Option<Ident>,
}

/// A range with the key that says it, for its span.
#[derive(Debug)]
struct Bound {
    key: Ident,
    expr: Expr,
    range: Range,
}

/// The formats that the protocol knows, and their variants of `Format`.
const FORMATS: [(&str, &str); 4] =
    [("email", "Email"), ("uri", "Uri"), ("date", "Date"), ("date-time", "DateTime")];

impl Rules {
    pub(crate) fn take(keys: &mut Keys, errors: &mut Errors) -> Self {
        Self {
            range: Bound::take(keys, "range", errors),
            len: Bound::take(keys, "len", errors),
            items: Bound::take(keys, "items", errors),
            format: format(keys, errors),
            pattern: keys.string("pattern", errors),
            enum_names: keys.flag("enum_names", errors).and_then(|(key, flag)| flag.then_some(key)),
        }
    }

    /// A rule that the type cannot keep to, where its spelling tells what it is.
    pub(crate) fn check_kind(&self, kind: Kind, dynamic: bool, errors: &mut Errors) {
        let is = |kinds: &[Kind]| kind == Kind::Unknown || kinds.contains(&kind);
        let mut check = |rule: &str, token: Option<TokenStream>, fits: bool, what: &str| {
            if let Some(token) = token.filter(|_| !fits) {
                errors.at(token, format!("`{rule}` is for {what}, which this field is not"));
            }
        };
        let key = |bound: &Option<Bound>| bound.as_ref().map(|bound| bound.key.to_token_stream());
        let value = |literal: &Option<LitStr>| literal.as_ref().map(LitStr::to_token_stream);
        let is_text = is(&[Kind::Text]) && !dynamic;
        check("range", key(&self.range), is(&[Kind::Integer, Kind::Float]), "numbers");
        check("len", key(&self.len), is_text, "free text");
        check("items", key(&self.items), is(&[Kind::List]), "a selection of several (`Vec`)");
        check("format", value(&self.format), is_text, "free text");
        check("pattern", value(&self.pattern), is_text, "free text");
        let enum_names = self.enum_names.as_ref().map(Ident::to_token_stream);
        let is_choice = kind == Kind::Unknown && !dynamic;
        check("enum_names", enum_names, is_choice, "an enum with `#[derive(ElicitChoice)]`");
    }

    /// A default that its own bounds refuse would be shown to people, and then be wrong.
    pub(crate) fn check_default(&self, kind: Kind, default: &Expr, errors: &mut Errors) {
        let fits = match kind {
            Kind::Unknown | Kind::List => true,
            Kind::Text => matches!(literal(default), None | Some(Lit::Str(_) | Lit::Char(_))),
            Kind::Boolean => matches!(literal(default), None | Some(Lit::Bool(_))),
            Kind::Integer => match Number::of(default) {
                Some(number) => matches!(number, Number::Integer(_)),
                None => literal(default).is_none(),
            },
            Kind::Float => Number::of(default).is_some() || literal(default).is_none(),
        };
        if !fits {
            errors.at(default, format!("the field is {}, and this default is not", kind.in_words()));
            return;
        }
        if let (Some(format), Some(Lit::Str(text))) = (&self.format, literal(default))
            && !may_be(&format.value(), &text.value())
        {
            let format = format.value();
            let example = example(&format);
            errors.at(default, format!("the default breaks `format = \"{format}\"`: such as `{example}`"));
        }
        let count = |count: usize| i128::try_from(count).map(Number::Integer).ok();
        let characters = match literal(default) {
            Some(Lit::Str(text)) => count(text.value().chars().count()),
            _ => None,
        };
        let items = match ungrouped(default) {
            Expr::Array(ExprArray { elems, .. }) => count(elems.len()),
            _ => None,
        };
        let measures = [(&self.range, Number::of(default)), (&self.len, characters), (&self.items, items)];
        for (bound, measure) in measures {
            if let (Some(Bound { key, range, .. }), Some(measure)) = (bound, measure)
                && range.excludes(measure)
            {
                let written = range.to_token_stream().to_string().replace(' ', "");
                errors.at(default, format!("the default breaks `{key} = {written}`"));
            }
        }
    }

    /// Expands to: `.range(18..=99).format(::nanohub_mcp::__private::Format::Email)`, each call spanned at
    /// what says it, so that a rule which is not for the type is reported there.
    pub(crate) fn expand(&self, kind: Kind, krate: &CratePath) -> TokenStream {
        let Self { range, len, items, format, pattern, enum_names } = self;
        let range = range.iter().map(|Bound { key, expr, .. }| {
            let range = if kind == Kind::Float { floats(expr) } else { expr.clone() };
            quote_spanned!(key.span()=> .range(#range))
        });
        let len = len.iter().map(|Bound { key, expr, .. }| quote_spanned!(key.span()=> .len(#expr)));
        let items = items.iter().map(|Bound { key, expr, .. }| quote_spanned!(key.span()=> .items(#expr)));
        let format = format.iter().map(|format| {
            let value = format.value();
            let variant = FORMATS
                .iter()
                .find(|(name, _)| *name == value)
                .map(|(_, variant)| format_ident!("{variant}"));
            quote_spanned!(format.span()=> .format(#krate::__private::Format::#variant))
        });
        let pattern = pattern.iter().map(|pattern| quote_spanned!(pattern.span()=> .pattern(#pattern)));
        let enum_names = enum_names.iter().map(|key| quote_spanned!(key.span()=> .enum_names()));
        quote!(#(#range)* #(#len)* #(#items)* #(#format)* #(#pattern)* #(#enum_names)*)
    }
}

impl Bound {
    fn take(keys: &mut Keys, name: &str, errors: &mut Errors) -> Option<Self> {
        let (key, expr) = keys.expr(name, errors)?;
        let range = match name {
            "len" => Range::of_len(&expr, errors)?,
            _ => Range::new(name, &expr, errors)?,
        };
        Some(Self { key, expr, range })
    }
}

fn format(keys: &mut Keys, errors: &mut Errors) -> Option<LitStr> {
    let format = keys.string("format", errors)?;
    let value = format.value();
    let known = FORMATS.map(|(name, _)| name);
    if known.contains(&value.as_str()) {
        return Some(format);
    }
    errors.at(&format, unknown(&value, &known, "clients know no format"));
    None
}
