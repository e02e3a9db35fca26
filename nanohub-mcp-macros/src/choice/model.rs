use syn::{Data, DeriveInput, Fields, Ident, LitStr, Variant};

use crate::attr::{Keys, Vocabulary};
use crate::case::snake;
use crate::crate_path::{CratePath, OF_CRATE};
use crate::errors::Errors;

const ON_ENUM: Vocabulary =
    Vocabulary { attribute: "`#[choice]` on an enum", keys: &["crate"], repeatable: &[] };

const ON_VARIANT: Vocabulary =
    Vocabulary { attribute: "`#[choice]` on a variant", keys: &["value", "title"], repeatable: &[] };

/// An enum whose variants can all be offered.
#[derive(Debug)]
pub(crate) struct Choice<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) krate: CratePath,
    pub(crate) offers: Vec<Offer<'a>>,
}

/// A variant, its value on the wire and what people read.
#[derive(Debug)]
pub(crate) struct Offer<'a> {
    pub(crate) variant: &'a Ident,
    pub(crate) value: String,
    pub(crate) title: Option<LitStr>,
}

impl<'a> Choice<'a> {
    pub(crate) fn new(input: &'a DeriveInput) -> syn::Result<Self> {
        let mut errors = Errors::new();
        let krate = CratePath(Keys::of(&input.attrs, "choice", ON_ENUM, &mut errors).path(
            "crate",
            OF_CRATE,
            &mut errors,
        ));
        check_generics(input, &mut errors);
        let offers = offers(input, &mut errors);
        errors.check()?;
        Ok(Self { ident: &input.ident, krate, offers })
    }
}

/// The variants are listed once and for all.
fn check_generics(input: &DeriveInput, errors: &mut Errors) {
    if !input.generics.params.is_empty() {
        errors.at(&input.generics, "a choice cannot be generic: its variants are a fixed list");
    }
}

fn offers<'a>(input: &'a DeriveInput, errors: &mut Errors) -> Vec<Offer<'a>> {
    let Data::Enum(data) = &input.data else {
        errors.at(
            &input.ident,
            "only an enum can be a choice: a person picks one of its variants\nhelp: for a form with fields, derive `ElicitForm`",
        );
        return Vec::new();
    };
    if data.variants.is_empty() {
        errors.at(&input.ident, "a choice needs a variant: there is nothing to pick");
    }
    let mut offers: Vec<Offer<'_>> = Vec::new();
    for variant in &data.variants {
        if let Fields::Named(_) | Fields::Unnamed(_) = variant.fields {
            errors.at(&variant.fields, "a choice is a plain name on the wire: its variants hold no data");
        }
        offer(variant, &mut offers, errors);
    }
    offers
}

/// Two variants of one value could not be told apart.
fn offer<'a>(variant: &'a Variant, offers: &mut Vec<Offer<'a>>, errors: &mut Errors) {
    let mut keys = Keys::of(&variant.attrs, "choice", ON_VARIANT, errors);
    let literal = keys.string("value", errors);
    let title = keys.string("title", errors);
    let value = literal.as_ref().map_or_else(|| snake(&variant.ident), LitStr::value);
    if let Some(first) = offers.iter().find(|offer| offer.value == value) {
        let message = format!("duplicate value `{value}`: already the value of `{}`", first.variant);
        match &literal {
            Some(literal) => errors.at(literal, message),
            None => errors.at(&variant.ident, message),
        }
    }
    offers.push(Offer { variant: &variant.ident, value, title });
}
