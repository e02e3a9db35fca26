//! `#[derive(ElicitForm)]`: a struct that a person fills in.

mod expand;
mod field;
mod format;
mod model;
mod rules;
mod secrets;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::errors::Errors;
use crate::form::model::Form;

pub(crate) fn derive(input: TokenStream) -> TokenStream {
    let input = match syn::parse2::<DeriveInput>(input) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    let mut errors = Errors::new();
    let form = Form::new(&input, &mut errors);
    match errors.check() {
        Ok(()) => expand::form(&form),
        Err(error) => expand::fallback(&form, &input.generics, &error),
    }
}
