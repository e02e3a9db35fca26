//! Doc comments as text: what the model reads.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Expr, Lit, Meta};

use crate::attr::literal;

/// The doc comment of an item.
///
/// Printed as one string literal, or as a `concat!` where a part is known only after macros such as
/// `#[doc = include_str!("add.md")]` have run.
#[derive(Debug, Clone)]
pub(crate) struct Docs {
    parts: Vec<Part>,
}

#[derive(Debug, Clone)]
enum Part {
    Text(String),
    Macro(Expr),
}

impl Docs {
    /// The docs among these attributes, or `None` where they say nothing.
    pub(crate) fn of(attrs: &[Attribute]) -> Option<Self> {
        let mut parts = Vec::new();
        for attr in attrs.iter().filter(|attr| is_doc(attr)) {
            let Meta::NameValue(doc) = &attr.meta else { continue };
            match (literal(&doc.value), parts.last_mut()) {
                (Some(Lit::Str(text)), Some(Part::Text(lines))) => {
                    lines.push('\n');
                    lines.push_str(&trimmed(&text.value()));
                }
                (Some(Lit::Str(text)), _) => parts.push(Part::Text(trimmed(&text.value()))),
                _ => parts.push(Part::Macro(doc.value.clone())),
            }
        }
        if let Some(Part::Text(text)) = parts.first_mut() {
            *text = text.trim_start_matches('\n').to_owned();
        }
        if let Some(Part::Text(text)) = parts.last_mut() {
            text.truncate(text.trim_end().len());
        }
        parts.retain(|part| !matches!(part, Part::Text(text) if text.is_empty()));
        (!parts.is_empty()).then_some(Self { parts })
    }
}

/// Whether an attribute is (a line of) a doc comment.
pub(crate) fn is_doc(attr: &Attribute) -> bool {
    attr.path().is_ident("doc")
}

/// Without the one space that stands after `///`, without blanks at the end of a line, and without the
/// stars of a `/** .. */`.
fn trimmed(text: &str) -> String {
    let starred = text.contains('\n')
        && text.lines().skip(1).all(|line| line.trim().is_empty() || line.trim_start().starts_with('*'));
    let line = |line: &str| {
        let line = if starred { line.trim_start().strip_prefix('*').unwrap_or(line) } else { line };
        line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned()
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

impl ToTokens for Docs {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(match self.parts.as_slice() {
            [Part::Text(text)] => quote!(#text),
            [Part::Macro(text)] => quote!(#text),
            parts => quote!(::core::concat!(#(#parts),*)),
        });
    }
}

impl ToTokens for Part {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Text(text) => text.to_tokens(tokens),
            // Its neighbours are lines of their own.
            Self::Macro(text) => tokens.extend(quote!("\n", #text, "\n")),
        }
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    fn docs(attrs: &[Attribute]) -> Option<String> {
        Docs::of(attrs).map(|docs| docs.to_token_stream().to_string())
    }

    #[test]
    fn doc_comments() {
        let table: [(Vec<Attribute>, Option<&str>); 7] = [
            (vec![], None),
            (vec![parse_quote!(#[doc = ""])], None),
            (vec![parse_quote!(#[doc(hidden)]), parse_quote!(#[allow(x)])], None),
            (vec![parse_quote!(#[doc = "x"])], Some(r#""x""#)),
            (
                vec![
                    parse_quote!(#[doc = " Add. "]),
                    parse_quote!(#[allow(x)]),
                    parse_quote!(#[doc = ""]),
                    parse_quote!(#[doc = "   - indented"]),
                    parse_quote!(#[doc = " "]),
                ],
                Some(r#""Add.\n\n  - indented""#),
            ),
            (vec![parse_quote!(#[doc = "\n * Add.\n *\n * Two.\n "])], Some(r#""Add.\n\nTwo.""#)),
            (vec![parse_quote!(#[doc = include_str!("a.md")])], Some(r#"include_str ! ("a.md")"#)),
        ];
        for (attrs, expected) in table {
            assert_eq!(docs(&attrs).as_deref(), expected);
        }
    }

    #[test]
    fn macros_are_left_to_rustc() {
        let attrs = [parse_quote!(#[doc = " Add."]), parse_quote!(#[doc = include_str!("a.md")])];
        let expected = r#":: core :: concat ! ("Add." , "\n" , include_str ! ("a.md") , "\n")"#;
        assert_eq!(docs(&attrs).as_deref(), Some(expected));
    }
}
