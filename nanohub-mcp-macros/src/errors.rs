//! Collects errors, so that one build reports every mistake.

use std::fmt::Display;

use quote::ToTokens;

/// The errors found so far. Panics when it is dropped without [`check`](Self::check), so that none
/// can be forgotten.
#[derive(Debug)]
pub(crate) struct Errors {
    all: Option<syn::Error>,
    checked: bool,
}

impl Errors {
    pub(crate) fn new() -> Self {
        Self { all: None, checked: false }
    }

    /// Notes an error on these tokens.
    pub(crate) fn at(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.push(syn::Error::new_spanned(tokens, message));
    }

    pub(crate) fn push(&mut self, error: syn::Error) {
        match &mut self.all {
            Some(all) => all.combine(error),
            None => self.all = Some(error),
        }
    }

    /// The value, or `None` with its error noted.
    pub(crate) fn take<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// All errors as one, where there are any.
    pub(crate) fn check(mut self) -> syn::Result<()> {
        self.checked = true;
        self.all.take().map_or(Ok(()), Err)
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        assert!(self.checked || std::thread::panicking(), "`Errors::check` was not called");
    }
}
