use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::attr::{Keys, Vocabulary};
use crate::choice::model::{Choice, Offer};
use crate::crate_path::{CratePath, OF_CRATE};
use crate::errors::Errors;

/// Expands to:
///
/// ```ignore
/// impl ::nanohub_mcp::ElicitChoice for Queue {
///     const CHOICES: &'static [(&'static str, Option<&'static str>)] = &[("long", Some("Long queue"))];
///
///     fn value(&self) -> &'static str {
///         match self { Self::Long => "long" }
///     }
///
///     fn from_value(value: &str) -> Option<Self> {
///         match value { "long" => Some(Self::Long), _ => None }
///     }
/// }
///
/// impl ::nanohub_mcp::ElicitField for Queue { .. }
/// ```
pub(crate) fn choice(choice: &Choice<'_>) -> TokenStream {
    let Choice { ident, krate, offers } = choice;
    let field = field(&quote!(#ident), &quote!(), &quote!(), krate);
    let choices = offers.iter().map(|Offer { value, title, variant: _ }| {
        let title = title.as_ref().map_or_else(
            || quote!(::core::option::Option::None),
            |title| quote!(::core::option::Option::Some(#title)),
        );
        quote!((#value, #title))
    });
    let variants: Vec<_> = offers.iter().map(|offer| offer.variant).collect();
    let values: Vec<_> = offers.iter().map(|offer| &offer.value).collect();
    quote! {
        #[automatically_derived]
        #[allow(deprecated)]
        impl #krate::ElicitChoice for #ident {
            const CHOICES: &'static [(&'static ::core::primitive::str, ::core::option::Option<&'static ::core::primitive::str>)] =
                &[#(#choices),*];

            fn value(&self) -> &'static ::core::primitive::str {
                match self {
                    #(Self::#variants => #values,)*
                }
            }

            fn from_value(value: &::core::primitive::str) -> ::core::option::Option<Self> {
                match value {
                    #(#values => ::core::option::Option::Some(Self::#variants),)*
                    _ => ::core::option::Option::None,
                }
            }
        }

        #field
    }
}

/// The field that offers the variants. No blanket impl, because rustc would then say of any type that is
/// no field how to make it a choice.
///
/// Expands to:
///
/// ```ignore
/// impl ::nanohub_mcp::ElicitField for Queue {
///     type Value = Self;
///
///     fn declare(name: &'static str) -> Declared<Self> {
///         Declared::choice(name)
///     }
///
///     fn take(answer: &Answer, name: &str) -> Option<Self> {
///         take(answer, name)
///     }
///
///     fn put(&self, answer: &mut Answer, name: &str) {
///         put(self, answer, name);
///     }
/// }
/// ```
fn field(ty: &TokenStream, generics: &TokenStream, bounds: &TokenStream, krate: &CratePath) -> TokenStream {
    let private = quote!(#krate::__private);
    quote! {
        #[automatically_derived]
        impl #generics #krate::ElicitField for #ty #bounds {
            type Value = Self;

            fn declare(name: &'static ::core::primitive::str) -> #private::Declared<Self> {
                #private::Declared::choice(name)
            }

            fn take(answer: &#private::Answer, name: &::core::primitive::str) -> ::core::option::Option<Self> {
                #private::take(answer, name)
            }

            fn put(&self, answer: &mut #private::Answer, name: &::core::primitive::str) {
                #private::put(self, answer, name);
            }
        }
    }
}

/// The error, and a stand-in, so that fields of this type add none.
pub(crate) fn fallback(input: &DeriveInput, error: &syn::Error) -> TokenStream {
    let DeriveInput { ident, generics, .. } = input;
    let krate = krate(input);
    let error = error.to_compile_error();
    let (impl_generics, ty_generics, _) = generics.split_for_impl();
    let bounds = quote!(where Self: ::core::marker::Send + 'static,);
    let field = field(&quote!(#ident #ty_generics), &quote!(#impl_generics), &bounds, &krate);
    quote! {
        #error

        #[automatically_derived]
        impl #impl_generics #krate::ElicitChoice for #ident #ty_generics #bounds {
            const CHOICES: &'static [(&'static ::core::primitive::str, ::core::option::Option<&'static ::core::primitive::str>)] = &[];

            fn value(&self) -> &'static ::core::primitive::str {
                ::core::unreachable!()
            }

            fn from_value(_: &::core::primitive::str) -> ::core::option::Option<Self> {
                ::core::unreachable!()
            }
        }

        #field
    }
}

/// The runtime's path, whatever else is wrong.
fn krate(input: &DeriveInput) -> CratePath {
    let mut errors = Errors::new();
    let vocabulary = Vocabulary { attribute: "", keys: &["crate"], repeatable: &[] };
    let path = Keys::of(&input.attrs, "choice", vocabulary, &mut errors).path("crate", OF_CRATE, &mut errors);
    // They have been reported.
    let _ = errors.check();
    CratePath(path)
}
