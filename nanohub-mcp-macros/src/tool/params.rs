//! The parameters of a tool, and what `#[arg]` says of those that clients send.

use syn::ext::IdentExt as _;
use syn::{Attribute, Expr, FnArg, Ident, Lit, LitStr, Type};

use super::TOOL;
use crate::attr::{Keys, Vocabulary, literal};
use crate::bounds::{Number, Range};
use crate::docs::Docs;
use crate::errors::Errors;
use crate::params::{Taken, option, refuse_arg_of_lent, written};

const ARG: Vocabulary = Vocabulary {
    attribute: "`#[arg]`",
    keys: &["name", "title", "default", "range", "len", "pattern", "example", "header"],
    repeatable: &[],
};

/// A parameter, in one of its two roles.
///
/// Syntax decides: a shared reference is lent by the runtime, anything else is sent by the client. Which
/// types can be lent or sent is left to traits, so that aliases work.
#[derive(Debug)]
pub(crate) enum Param<'a> {
    /// `ctx: &Ctx`, `cluster: &Cluster`
    Lent { name: String, ty: &'a Type },
    /// `count: u32`
    Sent(Box<Argument<'a>>),
}

/// What a client sends.
#[derive(Debug)]
pub(crate) struct Argument<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) ty: &'a Type,
    /// Its name on the wire.
    pub(crate) name: LitStr,
    pub(crate) docs: Option<Docs>,
    pub(crate) title: Option<LitStr>,
    pub(crate) default: Option<Expr>,
    pub(crate) range: Option<Range>,
    pub(crate) len: Option<Range>,
    pub(crate) pattern: Option<LitStr>,
    pub(crate) example: Option<Expr>,
    pub(crate) header: Option<LitStr>,
}

impl<'a> Param<'a> {
    pub(crate) fn new(input: &'a FnArg, errors: &mut Errors) -> Option<Self> {
        match Taken::new(input, TOOL, errors)? {
            Taken::Lent { name, ty, attrs } => {
                refuse_arg_of_lent(attrs, errors);
                Some(Self::Lent { name, ty })
            }
            Taken::Sent { ident, ty, owned, attrs } => {
                let mut keys = Keys::of(attrs, "arg", ARG, errors);
                let argument = Argument::new(ident?, ty, attrs, &mut keys, errors);
                owned.then(|| Self::Sent(Box::new(argument)))
            }
        }
    }
}

impl<'a> Argument<'a> {
    fn new(
        ident: &'a Ident,
        ty: &'a Type,
        attrs: &[Attribute],
        keys: &mut Keys,
        errors: &mut Errors,
    ) -> Self {
        let name = keys.string("name", errors).unwrap_or_else(|| {
            // `_x` is how Rust says that `x` is not used; the client need not know.
            let word = ident.unraw().to_string();
            LitStr::new(word.trim_start_matches('_'), ident.span())
        });
        let argument = Self {
            ident,
            ty,
            name,
            docs: Docs::of(attrs),
            title: keys.string("title", errors),
            default: keys.expr("default", errors).map(|(_, expr)| expr),
            range: keys.expr("range", errors).and_then(|(_, expr)| Range::new("range", &expr, errors)),
            len: keys.expr("len", errors).and_then(|(_, expr)| Range::of_len(&expr, errors)),
            pattern: keys.string("pattern", errors),
            example: keys.expr("example", errors).map(|(_, expr)| expr),
            header: keys.string("header", errors),
        };
        argument.check_names(errors);
        argument.check_default(errors);
        argument
    }

    fn check_names(&self, errors: &mut Errors) {
        let name = self.name.value();
        // What the API of a large host takes as the name of a property.
        let is_word = |c: char| c.is_ascii_alphanumeric() || "_.-".contains(c);
        if name.is_empty() || name.len() > 64 || !name.chars().all(is_word) {
            errors.at(
                &self.name,
                "clients take 1 to 64 of `A-Z a-z 0-9 _ . -` as the name of an argument\n\
                 help: choose another with `#[arg(name = \"..\")]`",
            );
        }
        if let Some(pattern) = &self.pattern
            && pattern.value().is_empty()
        {
            errors.at(pattern, "an empty pattern matches everything: leave it out");
        }
        // RFC 9110: a field name is made of these.
        let is_token = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
        if let Some(header) = &self.header
            && (header.value().is_empty() || !header.value().chars().all(is_token))
        {
            errors
                .at(header, "the name of a header is made of letters, digits and `-`: `header = \"Region\"`");
        }
    }

    /// A default that breaks the argument's own bounds would be advertised, and refused when it is sent.
    fn check_default(&self, errors: &mut Errors) {
        let Some(default) = &self.default else { return };
        if let Some(inner) = option(self.ty) {
            let inner = written(inner);
            errors.at(
                default,
                format!("an `Option` is `None` when it is left out, so it has no default\nhelp: take `{inner}`, which a default makes optional"),
            );
        }
        if let (Some(range), Some(number)) = (&self.range, Number::of(default))
            && range.excludes(number)
        {
            errors.at(default, format!("this default is outside of `range = {}`", compact(range)));
        }
        if let (Some(len), Some(Lit::Str(text))) = (&self.len, literal(default)) {
            let count = text.value().chars().count();
            if i128::try_from(count).is_ok_and(|count| len.excludes(Number::Integer(count))) {
                errors.at(default, format!("this default is outside of `len = {}`", compact(len)));
            }
        }
    }
}

/// Tokens as one writes them: `1..=10` rather than `1 ..= 10`.
fn compact(range: &Range) -> String {
    quote::quote!(#range).to_string().replace(' ', "")
}
