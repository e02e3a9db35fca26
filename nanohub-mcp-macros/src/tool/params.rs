//! The parameters of a tool: what is lent, what is sent, and what neither can be.

use syn::ext::IdentExt as _;
use syn::visit::Visit;
use syn::{
    Attribute, Expr, FnArg, GenericArgument, Ident, Lifetime, Lit, LitStr, Pat, PatIdent, PatType,
    PathArguments, Type, TypeImplTrait, TypePath, TypeReference,
};

use super::parse::{is_meant_for_us, is_ours};
use crate::attr::{Keys, Vocabulary, literal};
use crate::bounds::{Number, Range};
use crate::docs::Docs;
use crate::errors::Errors;

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
        let PatType { attrs, pat, ty, .. } = match input {
            FnArg::Typed(typed) => typed,
            FnArg::Receiver(receiver) => {
                errors.at(
                    receiver,
                    "a tool is a free function: it cannot take `self`\n\
                     help: move it out of the `impl`, and take what it needs as `&Type`, lent from `.state(..)`",
                );
                return None;
            }
        };
        refuse_cfg(attrs, errors);
        refuse_foreign(attrs, errors);
        match ungrouped(ty) {
            Type::Reference(reference) if reference.mutability.is_none() => {
                let name = lent_name(pat, errors);
                let ty = lent(reference, errors)?;
                if let Some(attr) = attrs.iter().find(|attr| attr.path().is_ident("arg")) {
                    errors.at(
                        attr,
                        "`#[arg]` is about what clients send, and a reference is lent by the runtime",
                    );
                }
                Some(Self::Lent { name: name?, ty })
            }
            ty => {
                let ident = sent_name(pat, errors);
                let owned = sent(ty, errors);
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

/// `#[cfg]` would make a second signature, whose schema nobody has seen.
fn refuse_cfg(attrs: &[Attribute], errors: &mut Errors) {
    for attr in attrs.iter().filter(|attr| !is_ours(attr)) {
        if attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr") {
            errors.at(attr, "a tool has the same parameters in every build: put `#[cfg]` on the function");
        }
    }
}

/// What says how a field is sent says nothing of a parameter, which no derive sees.
fn refuse_foreign(attrs: &[Attribute], errors: &mut Errors) {
    for attr in attrs.iter().filter(|attr| is_meant_for_us(attr)) {
        errors.at(attr, "a parameter takes `#[arg(..)]`, such as `#[arg(default = ..)]`");
    }
}

/// The name of a lent parameter: nobody but messages to its author needs one.
fn lent_name(pat: &Pat, errors: &mut Errors) -> Option<String> {
    match pat {
        Pat::Wild(_) => Some("_".to_owned()),
        pat => plain_name(pat, errors).map(|ident| ident.unraw().to_string()),
    }
}

/// The name of an argument, which clients see.
fn sent_name<'a>(pat: &'a Pat, errors: &mut Errors) -> Option<&'a Ident> {
    let ident = match pat {
        Pat::Wild(wild) => {
            errors.at(
                wild,
                "an argument needs a name: clients see it in the input schema\n\
                 help: to ignore the value, put `_` before a name: `_reason`",
            );
            return None;
        }
        pat => plain_name(pat, errors)?,
    };
    if ident.unraw().to_string().trim_start_matches('_').is_empty() {
        errors.at(ident, "an argument needs a name with a letter: clients see it in the input schema");
        return None;
    }
    Some(ident)
}

/// `x`, `mut x`, `r#type`
fn plain_name<'a>(pat: &'a Pat, errors: &mut Errors) -> Option<&'a Ident> {
    if let Pat::Ident(PatIdent { by_ref: None, subpat: None, ident, .. }) = pat {
        return Some(ident);
    }
    errors.at(
        pat,
        "a parameter is a plain name: clients see it in the input schema\n\
         help: take the value whole, and destructure it in the body",
    );
    None
}

/// The type behind a reference, where the runtime can lend it.
fn lent<'a>(reference: &'a TypeReference, errors: &mut Errors) -> Option<&'a Type> {
    let elem = &*reference.elem;
    // One that is right but for its lifetime.
    let borrowed = |errors: &mut Errors| {
        let Some(lifetime) = reference.lifetime.as_ref().filter(|lifetime| lifetime.ident != "_") else {
            return check_inside(elem, errors).then_some(elem);
        };
        let written = written(elem);
        errors.at(
            lifetime,
            format!(
                "it is lent for the time of the call: leave the lifetime out, `&{written}`\n\
                 help: what clients send is taken by value: `{written}`"
            ),
        );
        None
    };
    let owned = match ungrouped(elem) {
        Type::Slice(slice) => format!("`Vec<{}>`", written(&slice.elem)),
        Type::Path(path) => match last(path)?.0.to_string().as_str() {
            "str" | "String" => "`String`".to_owned(),
            "Vec" => format!("`{}`", written(elem)),
            "Option" => {
                errors.at(reference, format!("take an optional argument by value: `{}`", written(elem)));
                return None;
            }
            _ => return borrowed(errors),
        },
        Type::TraitObject(_) | Type::ImplTrait(_) => {
            errors.at(
                reference,
                "what is lent is found by its type, so that must be a concrete one\n\
                 help: put the trait object into a struct of its own, and register that with `.state(..)`",
            );
            return None;
        }
        Type::Reference(_) => {
            errors.at(reference, "one `&` is enough: what is lent is registered by value, with `.state(..)`");
            return None;
        }
        _ => return borrowed(errors),
    };
    errors.at(
        reference,
        format!("clients send an argument by value: take {owned}\nnote: `&T` is what the runtime lends: `&Ctx`, or state registered with `.state(..)`"),
    );
    None
}

/// Whether a type is one that a client can send, as far as its tokens tell.
fn sent(ty: &Type, errors: &mut Errors) -> bool {
    match ty {
        Type::Reference(_) => {
            errors.at(ty, "a tool cannot borrow mutably: several calls run at once\nhelp: take `&T` with a `Mutex` or an atomic inside, or an argument by value");
            false
        }
        Type::Path(path) => {
            let Some((ident, arguments)) = last(path) else { return true };
            if ident == "Ctx" || ident == "TaskCtx" {
                errors.at(ty, format!("the runtime lends the context: take `&{ident}`"));
                return false;
            }
            if ident == "Option"
                && let Some(Type::Reference(inner)) = arguments.first().map(|ty| ungrouped(ty))
            {
                let what = written(&inner.elem);
                let message = if matches!(what.as_str(), "str" | "String") {
                    "clients send an argument by value: take `Option<String>`".to_owned()
                } else {
                    format!("what is lent is always there: take `&{what}`")
                };
                errors.at(ty, message);
                return false;
            }
            check_inside(ty, errors)
        }
        _ => check_inside(ty, errors),
    }
}

/// Refuses what no part of a parameter's type can be.
fn check_inside(ty: &Type, errors: &mut Errors) -> bool {
    let mut inside = Inside { errors, right: true, role: "an argument" };
    inside.visit_type(ty);
    inside.right
}

/// Refuses what no part of a result's type can be.
pub(crate) fn check_result(ty: &Type, errors: &mut Errors) {
    Inside { errors, right: true, role: "a result" }.visit_type(ty);
}

/// Looks for borrows and `impl Trait` anywhere in a type.
struct Inside<'e> {
    errors: &'e mut Errors,
    right: bool,
    role: &'static str,
}

impl Inside<'_> {
    fn refuse(&mut self, tokens: impl quote::ToTokens, message: &str) {
        self.errors.at(tokens, message);
        self.right = false;
    }
}

impl<'ast> Visit<'ast> for Inside<'_> {
    fn visit_type_reference(&mut self, reference: &'ast TypeReference) {
        let is_static = reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static");
        if is_static && self.role == "a result" && reference.mutability.is_none() {
            return syn::visit::visit_type(self, &reference.elem);
        }
        let role = self.role;
        self.refuse(
            reference,
            &format!(
                "{role} is owned, all through: `String` rather than `&str`, `Vec<T>` rather than `&[T]`"
            ),
        );
    }

    fn visit_lifetime(&mut self, lifetime: &'ast Lifetime) {
        if lifetime.ident != "static" {
            let role = self.role;
            self.refuse(lifetime, &format!("{role} is owned, all through: it has no lifetime but `'static`"));
        }
    }

    fn visit_type_impl_trait(&mut self, ty: &'ast TypeImplTrait) {
        let role = self.role;
        self.refuse(ty, &format!("{role} needs a concrete type: its schema is part of the tool"));
    }

    // The lifetimes of `fn(&str)` are its own.
    fn visit_type_fn_ptr(&mut self, _: &'ast syn::TypeFnPtr) {}
}

/// What is inside `Option<..>`, where a type is written so.
pub(crate) fn option(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ungrouped(ty) else { return None };
    let (ident, arguments) = last(path)?;
    if ident == "Option" { arguments.into_iter().next() } else { None }
}

/// The last name of a path, and the types between its angle brackets.
fn last(path: &TypePath) -> Option<(&Ident, Vec<&Type>)> {
    let segment = path.path.segments.last()?;
    let types = match &segment.arguments {
        PathArguments::AngleBracketed(list) => list
            .args
            .iter()
            .filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    };
    Some((&segment.ident, types))
}

/// What is inside parentheses, and inside the invisible group around a `macro_rules!` fragment.
pub(crate) fn ungrouped(mut ty: &Type) -> &Type {
    loop {
        ty = match ty {
            Type::Group(group) => &group.elem,
            Type::Paren(paren) => &paren.elem,
            ty => return ty,
        };
    }
}

/// A type as one writes it, for messages: `Vec<f64>` rather than `Vec < f64 >`.
fn written(ty: &Type) -> String {
    let mut text = quote::quote!(#ty).to_string();
    for token in ["<", ">", "::", "&", "(", ")", "[", "]", ",", ";"] {
        text = text.replace(&format!(" {token}"), token);
    }
    for token in ["<", "::", "&", "(", "["] {
        text = text.replace(&format!("{token} "), token);
    }
    text
}
