use syn::{Data, DeriveInput, Fields, Ident, Visibility};

use crate::attr::{Keys, Vocabulary};
use crate::case::snake;
use crate::crate_path::{CratePath, OF_CRATE};
use crate::errors::Errors;
use crate::form::field::Field;

const ON_STRUCT: Vocabulary =
    Vocabulary { attribute: "`#[form]` on a struct", keys: &["crate"], repeatable: &[] };

/// A struct whose fields a person can fill in; only as good as it gets where errors were noted.
#[derive(Debug)]
pub(crate) struct Form<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) vis: &'a Visibility,
    pub(crate) krate: CratePath,
    /// What asks of the form are called where they need a key.
    pub(crate) key: String,
    pub(crate) fields: Vec<Field<'a>>,
}

impl<'a> Form<'a> {
    pub(crate) fn new(input: &'a DeriveInput, errors: &mut Errors) -> Self {
        let DeriveInput { attrs, vis, ident, .. } = input;
        let krate = CratePath(Keys::of(attrs, "form", ON_STRUCT, errors).path("crate", OF_CRATE, errors));
        check_generics(input, errors);
        let fields = fields(input, errors);
        check_names(&fields, errors);
        Self { ident, vis, krate, key: snake(ident), fields }
    }
}

/// A form is rendered once, of fields whose types are known.
fn check_generics(input: &DeriveInput, errors: &mut Errors) {
    if !input.generics.params.is_empty() {
        errors.at(&input.generics, "a form cannot be generic: its fields need concrete types");
    }
}

fn fields<'a>(input: &'a DeriveInput, errors: &mut Errors) -> Vec<Field<'a>> {
    match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => {
                fields.named.iter().filter_map(|field| Field::new(field, errors)).collect()
            }
            // Nothing to fill in: the person accepts or declines.
            Fields::Unit => Vec::new(),
            Fields::Unnamed(fields) => {
                errors.at(fields, "a form needs named fields: clients show each name");
                Vec::new()
            }
        },
        Data::Enum(_) => {
            errors.at(
                &input.ident,
                "only a struct can be a form\nhelp: to let a person pick a variant, derive `ElicitChoice` and \
                 make the enum a field of a form",
            );
            Vec::new()
        }
        Data::Union(_) => {
            errors.at(&input.ident, "only a struct can be a form");
            Vec::new()
        }
    }
}

/// Two fields of one name would be one property.
fn check_names(fields: &[Field<'_>], errors: &mut Errors) {
    for (i, field) in fields.iter().enumerate() {
        if let Some(first) = fields[..i].iter().find(|first| first.name == field.name) {
            let message =
                format!("duplicate form field `{}`: already the name of `{}`", field.name, first.ident);
            errors.at(field.named(), message);
        }
    }
}
