//! The path of the runtime crate in generated code.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Path;

/// What `crate = path` takes the path of.
pub(crate) const OF_CRATE: &str = "of this crate";

/// `::nanohub_mcp`, or what `crate = path` says: for a renamed dependency, and for crates that
/// re-export the runtime.
#[derive(Debug, Clone)]
pub(crate) struct CratePath(pub(crate) Option<Path>);

impl ToTokens for CratePath {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match &self.0 {
            Some(path) => path.to_tokens(tokens),
            None => tokens.extend(quote!(::nanohub_mcp)),
        }
    }
}
