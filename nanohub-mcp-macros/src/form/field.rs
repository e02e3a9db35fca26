use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::{Attribute, Expr, GenericArgument, Ident, LitStr, Path, PathArguments, Type};

use crate::attr::{Entry, Keys, Value, Vocabulary, ungrouped};
use crate::bounds::Number;
use crate::docs::Docs;
use crate::errors::Errors;
use crate::form::rules::Rules;
use crate::form::secrets::is_secret;

const ON_FIELD: Vocabulary = Vocabulary {
    attribute: "`#[form]`",
    keys: &[
        "name",
        "title",
        "default",
        "required",
        "range",
        "len",
        "format",
        "pattern",
        "items",
        "choices",
        "enum_names",
        "validate",
        "not_secret",
    ],
    repeatable: &[],
};

/// A field as it was declared.
#[derive(Debug)]
pub(crate) struct Field<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) ty: &'a Type,
    /// On the wire.
    pub(crate) name: String,
    /// What `name` was said with, for messages.
    renamed: Option<LitStr>,
    pub(crate) title: Option<LitStr>,
    pub(crate) docs: Option<Docs>,
    pub(crate) kind: Kind,
    pub(crate) default: Option<Default>,
    pub(crate) required: bool,
    /// Whether choices come with every ask.
    pub(crate) dynamic: bool,
    pub(crate) validate: Option<Path>,
    pub(crate) rules: Rules,
}

/// What the type is, as far as its spelling tells; aliases are left to the traits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Boolean,
    Integer,
    Float,
    List,
    Unknown,
}

#[derive(Debug)]
pub(crate) enum Default {
    /// A number, which takes the type of the field.
    Number(Expr),
    /// Anything else is converted.
    From(Expr),
}

impl<'a> Field<'a> {
    pub(crate) fn new(field: &'a syn::Field, errors: &mut Errors) -> Option<Self> {
        let ident = field.ident.as_ref()?;
        let mut keys = Keys::of(&field.attrs, "form", ON_FIELD, errors);
        let (inner, optional) = match option(&field.ty) {
            Some(inner) => (inner, true),
            None => (&field.ty, false),
        };
        let kind = Kind::of(inner);
        if optional && option(inner).is_some() {
            errors.at(&field.ty, "a field is left out or it is not: write one `Option`");
        }

        let renamed = keys.string("name", errors);
        let name = renamed.as_ref().map_or_else(|| ident.unraw().to_string(), LitStr::value);
        let title = keys.string("title", errors);
        let default = keys.expr("default", errors);
        let required = keys.flag("required", errors);
        let not_secret = keys.flag("not_secret", errors).is_some_and(|(_, flag)| flag);
        let dynamic = is_dynamic(&mut keys, errors);
        if dynamic && matches!(kind, Kind::Boolean | Kind::Integer | Kind::Float) {
            let message = "choices that are known only at run time are text: take `String` or `Vec<String>`";
            errors.at(&field.ty, message);
        }
        let validate = keys.path("validate", "of a function", errors);
        let rules = Rules::take(&mut keys, errors);
        rules.check_kind(kind, dynamic, errors);

        check_serde(&field.attrs, renamed.is_some(), default.is_some(), errors);
        if optional && let Some((key, _)) = &default {
            let message = "a field with a default is never missing: take its type without `Option`";
            errors.at(key, message);
        }
        if optional && let Some((key, true)) = &required {
            errors.at(key, "an `Option` is what a person may leave out: take its type without `Option`");
        }
        if let Some((_, default)) = &default {
            rules.check_default(kind, default, errors);
        }

        let field = Self {
            ident,
            ty: &field.ty,
            name,
            renamed,
            title,
            docs: Docs::of(&field.attrs),
            kind,
            default: default.map(|(_, expr)| Default::of(expr)),
            required: required.is_some_and(|(_, flag)| flag),
            dynamic,
            validate,
            rules,
        };
        field.check_name(not_secret, errors);
        Some(field)
    }

    /// What to point at where the name is wrong.
    pub(crate) fn named(&self) -> TokenStream {
        match &self.renamed {
            Some(name) => name.to_token_stream(),
            None => self.ident.to_token_stream(),
        }
    }

    /// The constant that names a field whose choices are dynamic.
    pub(crate) fn constant(&self) -> Option<Ident> {
        let name = self.ident.unraw().to_string().to_uppercase();
        self.dynamic.then(|| Ident::new(&name, self.ident.span()))
    }

    fn check_name(&self, not_secret: bool, errors: &mut Errors) {
        if self.name.is_empty() {
            errors.at(self.named(), "a field needs a name: clients show it");
        } else if !not_secret && is_secret(&self.name) {
            errors.at(
                self.named(),
                format!(
                    "a form must not ask for a secret, and `{}` looks like one\n\
                     help: have the person enter it on a page of yours: `ctx.elicit_url(..)`\n\
                     help: if it is none, say `#[form(not_secret)]`",
                    self.name,
                ),
            );
        }
    }
}

impl Kind {
    fn of(ty: &Type) -> Self {
        match last_segment(ty).map(|(name, _)| name.to_string()).as_deref() {
            Some("String") => Self::Text,
            Some("bool") => Self::Boolean,
            Some("i8" | "i16" | "i32" | "i64" | "isize" | "u8" | "u16" | "u32" | "u64" | "usize") => {
                Self::Integer
            }
            Some("f32" | "f64") => Self::Float,
            Some("Vec") => Self::List,
            _ => Self::Unknown,
        }
    }

    pub(crate) fn in_words(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Boolean => "`true` or `false`",
            Self::Integer => "an integer",
            Self::Float => "a number",
            Self::List => "a list",
            Self::Unknown => "something else",
        }
    }
}

impl Default {
    fn of(expr: Expr) -> Self {
        if Number::of(&expr).is_some() { Self::Number(expr) } else { Self::From(expr) }
    }
}

/// Whether it says `choices = dynamic`.
fn is_dynamic(keys: &mut Keys, errors: &mut Errors) -> bool {
    let Some(Entry { key, value }) = keys.take("choices") else { return false };
    match &value {
        Value::Assigned(expr) if matches!(ungrouped(expr), Expr::Path(path) if path.path.is_ident("dynamic")) => {
            true
        }
        _ => {
            errors.at(
                value.or(&key),
                "`choices` takes `dynamic`: they are given with every ask, `.choices(Form::FIELD, [..])`\n\
                 help: for a fixed list, make the field an enum with `#[derive(ElicitChoice)]`",
            );
            false
        }
    }
}

/// What `#[serde]` says of a field and a form would not do; where it changes nothing here, it may stay.
fn check_serde(attrs: &[Attribute], renamed: bool, has_default: bool, errors: &mut Errors) {
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("serde")) {
        // What serde cannot read either, serde reports.
        let _ = attr.parse_nested_meta(|meta| {
            let word = |word: &str| meta.path.is_ident(word);
            if word("flatten") {
                errors.at(&meta.path, "a form is flat: write the fields of the inner struct into this one");
            } else if word("rename") && !renamed {
                errors.at(&meta.path, "a form does not read `#[serde]`: say `#[form(name = \"..\")]` too");
            } else if word("default") && !has_default {
                errors.at(&meta.path, "a form does not read `#[serde]`: say `#[form(default = ..)]` too");
            }
            if meta.input.peek(syn::Token![=]) {
                meta.value()?.parse::<Expr>()?;
            } else if meta.input.peek(syn::token::Paren) {
                meta.input.parse::<proc_macro2::Group>()?;
            }
            Ok(())
        });
    }
}

/// What is inside a literal `Option<..>`.
fn option(ty: &Type) -> Option<&Type> {
    match last_segment(ty)? {
        (ident, PathArguments::AngleBracketed(arguments)) if ident == "Option" => {
            arguments.args.iter().find_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            })
        }
        _ => None,
    }
}

fn last_segment(mut ty: &Type) -> Option<(&Ident, &PathArguments)> {
    while let Type::Group(group) = ty {
        ty = &group.elem;
    }
    let Type::Path(path) = ty else { return None };
    path.path.segments.last().map(|segment| (&segment.ident, &segment.arguments))
}
