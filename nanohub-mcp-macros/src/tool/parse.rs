//! What `#[tool]` is put on.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, FnArg, PatType, Signature, Visibility};

use crate::docs::is_doc;

/// A function whose body stays tokens: a mistake in there is rustc's to report, and completion works
/// while it is typed.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) sig: Signature,
    pub(crate) body: TokenStream,
}

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        let vis = input.parse()?;
        let start = input.fork();
        let Ok(sig) = input.parse() else {
            return Err(start.error("`#[tool]` goes on a function"));
        };
        Ok(Self { attrs, vis, sig, body: input.parse()? })
    }
}

/// Whether an attribute of a parameter is ours to take away: rustc allows neither there.
pub(crate) fn is_ours(attr: &Attribute) -> bool {
    is_doc(attr) || attr.path().is_ident("arg")
}

/// Whether an attribute of a parameter is there for want of ours. It is refused, and taken away all the same:
/// rustc would refuse it once more.
pub(crate) fn is_meant_for_us(attr: &Attribute) -> bool {
    ["serde", "schemars", "form"].iter().any(|name| attr.path().is_ident(name))
}

impl ToTokens for Function {
    /// The function as it was, without the attributes that are ours.
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { attrs, vis, sig, body } = self;
        let mut sig = sig.clone();
        let goes = |attr: &Attribute| is_ours(attr) || is_meant_for_us(attr);
        for input in &mut sig.inputs {
            match input {
                FnArg::Typed(PatType { attrs, .. }) => attrs.retain(|attr| !goes(attr)),
                FnArg::Receiver(receiver) => receiver.attrs.retain(|attr| !goes(attr)),
            }
        }
        // Refused on a function, see `model`.
        let attrs = attrs.iter().filter(|attr| !attr.path().is_ident("arg"));
        tokens.extend(quote!(#(#attrs)* #vis #sig #body));
    }
}
