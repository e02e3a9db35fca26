//! Attribute lists: `key`, `key = value` and `key(..)`, separated by commas.
//!
//! Unknown, repeated and malformed keys are refused here, for every macro in the same words.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Attribute, Expr, ExprLit, ExprPath, Ident, Lit, LitStr, Meta, Path, Token, token};

use crate::errors::Errors;

/// The keys of one kind of attribute, to be taken one by one.
#[derive(Debug)]
pub(crate) struct Keys {
    vocabulary: Vocabulary,
    entries: Vec<Entry>,
    /// What the unknown keys were probably meant to be.
    meant: Vec<&'static str>,
}

/// What an attribute may say.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Vocabulary {
    /// As it is written, for messages: `#[tool]`.
    pub(crate) attribute: &'static str,
    pub(crate) keys: &'static [&'static str],
    /// Those of `keys` that may be said more than once.
    pub(crate) repeatable: &'static [&'static str],
}

/// One key, whose span is kept for messages, and what was said of it.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) key: Ident,
    pub(crate) value: Value,
}

#[derive(Debug, Clone)]
pub(crate) enum Value {
    /// `read_only`
    Flag,
    /// `name = "add"`
    Assigned(Expr),
    /// `requires(elicitation, url)`
    List(TokenStream),
}

impl Keys {
    /// Reads the tokens between an attribute's parentheses.
    pub(crate) fn new(tokens: TokenStream, vocabulary: Vocabulary, errors: &mut Errors) -> Self {
        let mut keys = Self { vocabulary, entries: Vec::new(), meant: Vec::new() };
        keys.read(tokens, errors);
        keys
    }

    /// Reads every attribute of that name; they may be several, and say different things.
    pub(crate) fn of(attrs: &[Attribute], name: &str, vocabulary: Vocabulary, errors: &mut Errors) -> Self {
        let mut keys = Self { vocabulary, entries: Vec::new(), meant: Vec::new() };
        for attr in attrs.iter().filter(|attr| attr.path().is_ident(name)) {
            match &attr.meta {
                Meta::List(list) => keys.read(list.tokens.clone(), errors),
                Meta::Path(_) | Meta::NameValue(_) => errors.at(
                    &attr.meta,
                    format!("`#[{name}]` takes its arguments in parentheses: `#[{name}(key = value)]`"),
                ),
            }
        }
        keys
    }

    fn read(&mut self, tokens: TokenStream, errors: &mut Errors) {
        let read = |input: ParseStream<'_>| {
            while !input.is_empty() {
                match input.call(entry) {
                    Ok(entry) => self.add(entry, errors),
                    Err(error) => {
                        errors.push(error);
                        skip_to_comma(input)?;
                    }
                }
                if !input.is_empty() && input.parse::<Option<Token![,]>>()?.is_none() {
                    errors.push(input.error("expected `,` and the next key"));
                    skip_to_comma(input)?;
                    input.parse::<Option<Token![,]>>()?;
                }
            }
            Ok(())
        };
        if let Err(error) = read.parse2(tokens) {
            errors.push(error);
        }
    }

    fn add(&mut self, entry: Entry, errors: &mut Errors) {
        let Vocabulary { attribute, keys, repeatable } = self.vocabulary;
        let key = entry.key.unraw().to_string();
        if !keys.contains(&key.as_str()) {
            self.meant.extend(nearest(&key, keys));
            errors.at(&entry.key, unknown(&key, keys, &format!("{attribute} has no key")));
        } else if self.entries.iter().any(|other| other.key == entry.key)
            && !repeatable.contains(&key.as_str())
        {
            errors.at(&entry.key, format!("`{key}` is said twice: keep one"));
        } else {
            self.entries.push(entry);
        }
    }

    /// Takes what was said of a key.
    pub(crate) fn take(&mut self, key: &str) -> Option<Entry> {
        debug_assert!(self.vocabulary.keys.contains(&key), "`{key}` is in the vocabulary");
        let index = self.entries.iter().position(|entry| entry.key == key)?;
        Some(self.entries.remove(index))
    }

    /// Takes everything that was said of a key that may be said more than once.
    pub(crate) fn all(&mut self, key: &str) -> Vec<Entry> {
        std::iter::from_fn(|| self.take(key)).collect()
    }

    /// Whether a key was probably meant, and misspelt: that it is missing is then no second mistake.
    pub(crate) fn was_meant(&self, key: &str) -> bool {
        self.meant.contains(&key)
    }

    /// `key`, `key = true` or `key = false`. Keeps the key for its span.
    pub(crate) fn flag(&mut self, key: &str, errors: &mut Errors) -> Option<(Ident, bool)> {
        let Entry { key, value } = self.take(key)?;
        match &value {
            Value::Flag => return Some((key, true)),
            Value::Assigned(expr) => {
                if let Some(Lit::Bool(flag)) = literal(expr) {
                    return Some((key, flag.value));
                }
            }
            Value::List(_) => {}
        }
        errors.at(value.or(&key), format!("`{key}` is said alone, or as `{key} = true` or `{key} = false`"));
        None
    }

    /// `key = "text"`
    pub(crate) fn string(&mut self, key: &str, errors: &mut Errors) -> Option<LitStr> {
        let Entry { key, value } = self.take(key)?;
        if let Some(Some(Lit::Str(text))) = value.assigned().map(literal) {
            return Some(text.clone());
        }
        errors.at(value.or(&key), format!("`{key}` takes a string literal: `{key} = \"..\"`"));
        None
    }

    /// `key = path::to::something`, and what that is: "of a function".
    pub(crate) fn path(&mut self, key: &str, of: &str, errors: &mut Errors) -> Option<Path> {
        let Entry { key, value } = self.take(key)?;
        if let Some(Expr::Path(ExprPath { qself: None, path, .. })) = value.assigned() {
            return Some(path.clone());
        }
        errors
            .at(value.or(&key), format!("`{key}` takes the path {of}, without quotes: `{key} = some::path`"));
        None
    }

    /// `key = expression`. Keeps the key for its span.
    pub(crate) fn expr(&mut self, key: &str, errors: &mut Errors) -> Option<(Ident, Expr)> {
        let Entry { key, value } = self.take(key)?;
        match value {
            Value::Assigned(expr) => Some((key, expr)),
            Value::Flag | Value::List(_) => {
                errors.at(&key, format!("`{key}` takes a value: `{key} = ..`"));
                None
            }
        }
    }
}

impl Value {
    fn assigned(&self) -> Option<&Expr> {
        match self {
            Self::Assigned(expr) => Some(ungrouped(expr)),
            Self::Flag | Self::List(_) => None,
        }
    }

    /// The tokens to point at: the value, or the key where there is none.
    pub(crate) fn or(&self, key: &Ident) -> TokenStream {
        match self {
            Self::Flag => quote!(#key),
            Self::Assigned(expr) => expr.to_token_stream(),
            Self::List(tokens) if tokens.is_empty() => quote!(#key),
            Self::List(tokens) => tokens.clone(),
        }
    }
}

fn entry(input: ParseStream<'_>) -> syn::Result<Entry> {
    // `crate` is a key too.
    let key = match input.call(Ident::parse_any) {
        Ok(key) => key,
        Err(error) => return Err(syn::Error::new(error.span(), "expected a key, such as `name = \"..\"`")),
    };
    let value = if input.peek(Token![=]) {
        input.parse::<Token![=]>()?;
        Value::Assigned(input.parse()?)
    } else if input.peek(token::Paren) {
        let list;
        syn::parenthesized!(list in input);
        Value::List(list.parse()?)
    } else {
        Value::Flag
    };
    Ok(Entry { key, value })
}

/// A bad entry must not hide the next one.
fn skip_to_comma(input: ParseStream<'_>) -> syn::Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<proc_macro2::TokenTree>()?;
    }
    Ok(())
}

/// A literal, also one that came through a `macro_rules!` fragment.
pub(crate) fn literal(expr: &Expr) -> Option<&Lit> {
    match ungrouped(expr) {
        Expr::Lit(ExprLit { lit, .. }) => Some(lit),
        _ => None,
    }
}

/// What is inside the invisible group around a `macro_rules!` fragment.
pub(crate) fn ungrouped(mut expr: &Expr) -> &Expr {
    while let Expr::Group(group) = expr {
        expr = &group.expr;
    }
    expr
}

/// What users of other libraries write, and what it is called here.
const SYNONYMS: [(&str, &str); 12] = [
    ("rename", "name"),
    ("min", "range"),
    ("max", "range"),
    ("minimum", "range"),
    ("maximum", "range"),
    ("min_len", "len"),
    ("max_len", "len"),
    ("min_length", "len"),
    ("max_length", "len"),
    ("regex", "pattern"),
    ("examples", "example"),
    ("mutating", "read_only"),
];

/// "`what` `word`: did you mean ..?" and the list of what there is.
pub(crate) fn unknown(word: &str, known: &[&str], what: &str) -> String {
    let hint = match nearest(word, known) {
        Some(nearest) => format!(": did you mean `{nearest}`?"),
        None if matches!(word, "description" | "desc" | "doc") => ": write a doc comment".to_owned(),
        // The protocol has the word, so authors look for it.
        None if word == "task" => " yet: leave it out, the client waits for the result".to_owned(),
        None => String::new(),
    };
    let list: Vec<_> = known.iter().map(|known| format!("`{known}`")).collect();
    format!("{what} `{word}`{hint}\nnote: there is {}", list.join(", "))
}

/// The known word that was most likely meant.
fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let synonym = SYNONYMS.iter().find(|(other, _)| *other == word).map(|(_, ours)| ours);
    if let Some(ours) = known.iter().find(|known| Some(*known) == synonym) {
        return Some(ours);
    }
    let plain = |word: &str| word.replace('_', "").to_lowercase();
    let word = plain(word);
    let distance = |known: &str| {
        let known = plain(known);
        // `desc` for `description`, `read_only_hint` for `read_only`.
        let shorter = word.len().min(known.len());
        if shorter >= 3 && (word.starts_with(&known) || known.starts_with(&word)) {
            return 0;
        }
        edits(&word, &known)
    };
    let (distance, nearest) = known.iter().map(|known| (distance(known), *known)).min()?;
    (distance <= word.len() / 3).then_some(nearest)
}

/// How many letters have to be put in, left out, changed or swapped to get from one word to the other.
fn edits(from: &str, to: &str) -> usize {
    let [from, to] = [from, to].map(|word| word.chars().collect::<Vec<_>>());
    let mut table = vec![vec![0; to.len() + 1]; from.len() + 1];
    for i in 0..=from.len() {
        for j in 0..=to.len() {
            table[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let change = table[i - 1][j - 1] + usize::from(from[i - 1] != to[j - 1]);
                change.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1)
            };
            if i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1] {
                table[i][j] = table[i][j].min(table[i - 2][j - 2] + 1);
            }
        }
    }
    table[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const VOCABULARY: Vocabulary = Vocabulary {
        attribute: "`#[x]`",
        keys: &["name", "read_only", "description", "icon"],
        repeatable: &["icon"],
    };

    fn messages(tokens: &str) -> Vec<String> {
        let mut errors = Errors::new();
        let mut keys = Keys::new(tokens.parse().unwrap(), VOCABULARY, &mut errors);
        keys.string("name", &mut errors);
        keys.flag("read_only", &mut errors);
        errors.check().err().into_iter().flatten().map(|error| error.to_string()).collect()
    }

    #[test]
    fn a_bad_key_does_not_hide_the_next() {
        let messages = messages("name = 1, desc = \"a\", read_only = 2, = 3, name(x) read_only");
        let firsts: Vec<_> = messages.iter().map(|message| message.lines().next().unwrap()).collect();
        assert_eq!(
            firsts,
            [
                "`#[x]` has no key `desc`: did you mean `description`?",
                "expected a key, such as `name = \"..\"`",
                "`name` is said twice: keep one",
                "expected `,` and the next key",
                "`name` takes a string literal: `name = \"..\"`",
                "`read_only` is said alone, or as `read_only = true` or `read_only = false`",
            ]
        );
    }

    #[test]
    fn what_is_right_is_quiet() {
        assert!(messages("name = \"a\", read_only, icon = \"x\", icon(src = \"y\"),").is_empty());
    }

    #[test]
    fn nearest_words() {
        let known = VOCABULARY.keys;
        assert_eq!(nearest("desc", known), Some("description"));
        assert_eq!(nearest("readonly", known), Some("read_only"));
        assert_eq!(nearest("read_only_hint", known), Some("read_only"));
        assert_eq!(nearest("nmae", known), Some("name"));
        assert_eq!(nearest("nam", known), Some("name"));
        assert_eq!(nearest("zzz", known), None);
        assert_eq!(nearest("rename", known), Some("name"));
        assert_eq!(nearest("max", known), None);
    }
}
