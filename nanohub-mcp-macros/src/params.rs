//! Parameters: what is lent, what is sent, and what neither can be.

use syn::ext::IdentExt as _;
use syn::visit::Visit;
use syn::{
    Attribute, FnArg, GenericArgument, Ident, Lifetime, Pat, PatIdent, PatType, PathArguments, Type,
    TypeImplTrait, TypePath, TypeReference,
};

use crate::errors::Errors;
use crate::function::{Role, is_meant_for_us, is_ours};

/// What check messages call the type of a return value.
const RESULT: &str = "a result";

/// A parameter, in one of its two roles.
///
/// Syntax decides: a shared reference is lent by the runtime, anything else is sent by the client. Which
/// types can be lent or sent is left to traits, so that aliases work.
#[derive(Debug)]
pub(crate) enum Taken<'a> {
    /// `ctx: &Ctx`, `cluster: &Cluster`
    Lent { name: String, ty: &'a Type, attrs: &'a [Attribute] },
    /// `count: u32`. Where its name or its type was refused, its attributes are looked at all the same.
    Sent { ident: Option<&'a Ident>, ty: &'a Type, owned: bool, attrs: &'a [Attribute] },
}

impl<'a> Taken<'a> {
    pub(crate) fn new(input: &'a FnArg, role: Role, errors: &mut Errors) -> Option<Self> {
        let PatType { attrs, pat, ty, .. } = match input {
            FnArg::Typed(typed) => typed,
            FnArg::Receiver(receiver) => {
                let noun = role.noun;
                errors.at(
                    receiver,
                    format!(
                        "{noun} is a free function: it cannot take `self`\n\
                         help: move it out of the `impl`, and take what it needs as `&Type`, lent from `.state(..)`"
                    ),
                );
                return None;
            }
        };
        refuse_cfg(attrs, role, errors);
        refuse_foreign(attrs, errors);
        match ungrouped(ty) {
            Type::Reference(reference) if reference.mutability.is_none() => {
                let name = lent_name(pat, role, errors);
                let ty = lent(reference, role, errors)?;
                Some(Self::Lent { name: name?, ty, attrs })
            }
            ty => {
                let ident = sent_name(pat, role, errors);
                let owned = sent(ty, role, errors);
                Some(Self::Sent { ident, ty, owned, attrs })
            }
        }
    }
}

/// `#[cfg]` would make a second signature, whose schema nobody has seen.
fn refuse_cfg(attrs: &[Attribute], role: Role, errors: &mut Errors) {
    for attr in attrs.iter().filter(|attr| !is_ours(attr)) {
        if attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr") {
            let noun = role.noun;
            errors.at(
                attr,
                format!("{noun} has the same parameters in every build: put `#[cfg]` on the function"),
            );
        }
    }
}

/// What says how a field is sent says nothing of a parameter, which no derive sees.
fn refuse_foreign(attrs: &[Attribute], errors: &mut Errors) {
    for attr in attrs.iter().filter(|attr| is_meant_for_us(attr)) {
        errors.at(attr, "a parameter takes `#[arg(..)]`, such as `#[arg(default = ..)]`");
    }
}

/// `#[arg]` has nothing to say of what no client sends.
pub(crate) fn refuse_arg_of_lent(attrs: &[Attribute], errors: &mut Errors) {
    if let Some(attr) = attrs.iter().find(|attr| attr.path().is_ident("arg")) {
        errors.at(attr, "`#[arg]` is about what clients send, and a reference is lent by the runtime");
    }
}

/// The name of a lent parameter: nobody but messages to its author needs one.
fn lent_name(pat: &Pat, role: Role, errors: &mut Errors) -> Option<String> {
    match pat {
        Pat::Wild(_) => Some("_".to_owned()),
        pat => plain_name(pat, role, errors).map(|ident| ident.unraw().to_string()),
    }
}

/// The name of an argument, which clients see.
fn sent_name<'a>(pat: &'a Pat, role: Role, errors: &mut Errors) -> Option<&'a Ident> {
    let Role { sent, seen, .. } = role;
    let ident = match pat {
        Pat::Wild(wild) => {
            errors.at(
                wild,
                format!(
                    "{sent} needs a name: clients see it {seen}\n\
                     help: to ignore the value, put `_` before a name: `_reason`"
                ),
            );
            return None;
        }
        pat => plain_name(pat, role, errors)?,
    };
    if ident.unraw().to_string().trim_start_matches('_').is_empty() {
        errors.at(ident, format!("{sent} needs a name with a letter: clients see it {seen}"));
        return None;
    }
    Some(ident)
}

/// `x`, `mut x`, `r#type`
fn plain_name<'a>(pat: &'a Pat, role: Role, errors: &mut Errors) -> Option<&'a Ident> {
    if let Pat::Ident(PatIdent { by_ref: None, subpat: None, ident, .. }) = pat {
        return Some(ident);
    }
    errors.at(
        pat,
        format!(
            "a parameter is a plain name: clients see it {}\n\
             help: take the value whole, and destructure it in the body",
            role.seen
        ),
    );
    None
}

/// The type behind a reference, where the runtime can lend it.
fn lent<'a>(reference: &'a TypeReference, role: Role, errors: &mut Errors) -> Option<&'a Type> {
    let elem = &*reference.elem;
    // One that is right but for its lifetime.
    let borrowed = |errors: &mut Errors| {
        let Some(lifetime) = reference.lifetime.as_ref().filter(|lifetime| lifetime.ident != "_") else {
            return check_inside(elem, role, errors).then_some(elem);
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
fn sent(ty: &Type, role: Role, errors: &mut Errors) -> bool {
    match ty {
        Type::Reference(_) => {
            let noun = role.noun;
            errors.at(ty, format!("{noun} cannot borrow mutably: several calls run at once\nhelp: take `&T` with a `Mutex` or an atomic inside, or an argument by value"));
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
            check_inside(ty, role, errors)
        }
        _ => check_inside(ty, role, errors),
    }
}

/// Refuses what no part of a parameter's type can be.
fn check_inside(ty: &Type, role: Role, errors: &mut Errors) -> bool {
    let mut inside = Inside { errors, right: true, role, part: role.sent };
    inside.visit_type(ty);
    inside.right
}

/// Refuses what no part of a result's type can be.
pub(crate) fn check_result(ty: &Type, role: Role, errors: &mut Errors) {
    Inside { errors, right: true, role, part: RESULT }.visit_type(ty);
}

/// Looks for borrows and `impl Trait` anywhere in a type.
struct Inside<'e> {
    errors: &'e mut Errors,
    right: bool,
    role: Role,
    /// What the type is of: an argument, or a result.
    part: &'static str,
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
        if is_static && self.part == RESULT && reference.mutability.is_none() {
            return syn::visit::visit_type(self, &reference.elem);
        }
        let part = self.part;
        self.refuse(
            reference,
            &format!(
                "{part} is owned, all through: `String` rather than `&str`, `Vec<T>` rather than `&[T]`"
            ),
        );
    }

    fn visit_lifetime(&mut self, lifetime: &'ast Lifetime) {
        if lifetime.ident != "static" {
            let part = self.part;
            self.refuse(lifetime, &format!("{part} is owned, all through: it has no lifetime but `'static`"));
        }
    }

    fn visit_type_impl_trait(&mut self, ty: &'ast TypeImplTrait) {
        let part = self.part;
        let why = match self.role.word() {
            "tool" => "its schema is part of the tool",
            _ => "how it looks on the wire follows from it",
        };
        self.refuse(ty, &format!("{part} needs a concrete type: {why}"));
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
pub(crate) fn written(ty: &Type) -> String {
    let mut text = quote::quote!(#ty).to_string();
    for token in ["<", ">", "::", "&", "(", ")", "[", "]", ",", ";"] {
        text = text.replace(&format!(" {token}"), token);
    }
    for token in ["<", "::", "&", "(", "["] {
        text = text.replace(&format!("{token} "), token);
    }
    text
}
