//! `#[derive(ElicitChoice)]`: an enum of which a person picks variants.

mod expand;
mod model;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::choice::model::Choice;

pub(crate) fn derive(input: TokenStream) -> TokenStream {
    match syn::parse2::<DeriveInput>(input) {
        Ok(input) => match Choice::new(&input) {
            Ok(choice) => expand::choice(&choice),
            Err(error) => expand::fallback(&input, &error),
        },
        Err(error) => error.into_compile_error(),
    }
}
