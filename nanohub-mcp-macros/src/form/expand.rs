use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::Generics;
use syn::spanned::Spanned as _;

use crate::bounds::floats;
use crate::crate_path::CratePath;
use crate::form::field::{Default, Field, Kind};
use crate::form::model::Form;

/// Expands to:
///
/// ```ignore
/// impl ::nanohub_mcp::ElicitForm for Submit {
///     fn form() -> &'static Arc<Form> {
///         static __FORM: FormCell = FormCell::new();
///         __FORM.get_or_init(|| {
///             Form::new("submit")
///                 .field(<Queue as ElicitField>::declare("queue").default_from(Queue::Standby).required())
///                 .shared()
///         })
///     }
///
///     fn decode(answer: &Answer) -> Option<Self> {
///         use NoField as _;
///         Some(Self { queue: Place::<Queue>::take(answer, "queue")? })
///     }
///
///     fn encode(&self) -> Answer {
///         use NoField as _;
///         let mut answer = Answer::new();
///         Place::<Queue>::put(&self.queue, &mut answer, "queue");
///         answer
///     }
/// }
/// ```
///
/// Only `declare` asks whether the type of a field can be one, spanned at it: rustc reports what is wrong once
/// for each function that asks.
pub(crate) fn form(form: &Form<'_>) -> TokenStream {
    let Form { ident, vis: _, krate, key, fields } = form;
    let private = quote!(#krate::__private);
    let declared = fields.iter().map(|field| declare(field, krate));
    let taken = fields.iter().map(|field| {
        let Field { ident, name, .. } = field;
        let place = place(field, krate);
        quote!(#ident: #place::take(answer, #name)?)
    });
    let put = fields.iter().map(|field| {
        let Field { ident, name, .. } = field;
        let place = place(field, krate);
        quote!(#place::put(&self.#ident, &mut answer, #name);)
    });
    // An empty form uses neither.
    let (answer, mutable) =
        if fields.is_empty() { (quote!(_), quote!()) } else { (quote!(answer), quote!(mut)) };
    let no_field = (!fields.is_empty()).then(|| {
        quote! {
            #[allow(unused_imports)]
            use #private::NoField as _;
        }
    });
    let constants = constants(form);
    quote! {
        #[automatically_derived]
        #[allow(deprecated, clippy::redundant_closure)]
        impl #krate::ElicitForm for #ident {
            fn form() -> &'static ::std::sync::Arc<#private::Form> {
                static __FORM: #private::FormCell = #private::FormCell::new();
                __FORM.get_or_init(|| #private::Form::new(#key) #(.field(#declared))* .shared())
            }

            fn decode(#answer: &#private::Answer) -> ::core::option::Option<Self> {
                #no_field
                ::core::option::Option::Some(Self { #(#taken),* })
            }

            fn encode(&self) -> #private::Answer {
                #no_field
                let #mutable answer = #private::Answer::new();
                #(#put)*
                answer
            }
        }

        #constants
    }
}

/// Expands to: `::nanohub_mcp::__private::Place::<Queue>`
fn place(field: &Field<'_>, krate: &CratePath) -> TokenStream {
    let ty = field.ty;
    let place = if field.dynamic { quote!(DynamicPlace) } else { quote!(Place) };
    quote!(#krate::__private::#place::<#ty>)
}

/// Expands to: `<Queue as ElicitField>::declare("queue").doc("Queue to submit to.").required()`
fn declare(field: &Field<'_>, krate: &CratePath) -> TokenStream {
    let Field { ty, name, title, docs, kind, default, required, dynamic, rules, validate, .. } = field;
    let declare = {
        // From the first token of the type to the last, so that all of it is what rustc points at.
        let mut spans = ty.to_token_stream().into_iter().map(|token| token.span());
        let start = spans.next().unwrap_or_else(Span::call_site);
        let end = spans.last().unwrap_or(start);
        let open = quote_spanned!(start=> <);
        let close = if *dynamic {
            quote_spanned!(end=> as #krate::__private::DynamicField>::declare(#name))
        } else {
            quote_spanned!(end=> as #krate::ElicitField>::declare(#name))
        };
        quote!(#open #ty #close)
    };
    let title = title.iter().map(|title| quote!(.title(#title)));
    let docs = docs.iter().map(|docs| quote!(.doc(#docs)));
    let default = default.iter().map(|default| match default {
        Default::Number(number) if *kind == Kind::Float => {
            let number = floats(number);
            quote!(.default(#number))
        }
        Default::Number(number) => quote!(.default(#number)),
        Default::From(expr) => quote!(.default_from(#expr)),
    });
    let required = required.then(|| quote!(.required()));
    let rules = rules.expand(*kind, krate);
    // A closure, so that `fn(&str)` checks a `String`.
    let validate = validate.iter().map(|path| quote_spanned!(path.span()=> .validate(|value| #path(value))));
    quote!(#declare #(#title)* #(#docs)* #rules #(#validate)* #(#default)* #required)
}

/// Expands to:
///
/// ```ignore
/// impl Submit {
///     #[doc = "Names the field `queue`, to give it its choices."]
///     pub const QUEUE: ::nanohub_mcp::FormField<Self> = ::nanohub_mcp::FormField::new("queue");
/// }
/// ```
fn constants(form: &Form<'_>) -> TokenStream {
    let Form { ident, vis, krate, key: _, fields } = form;
    let constants: Vec<_> = fields
        .iter()
        .filter_map(|field| {
            let constant = field.constant()?;
            let name = &field.name;
            let doc = format!("Names the field `{name}`, to give it its choices.");
            Some(quote! {
                #[doc = #doc]
                #vis const #constant: #krate::FormField<Self> = #krate::FormField::new(#name);
            })
        })
        .collect();
    if constants.is_empty() {
        return TokenStream::new();
    }
    quote! {
        impl #ident {
            #(#constants)*
        }
    }
}

/// The error, and a stand-in, so that uses of the form add none.
pub(crate) fn fallback(form: &Form<'_>, generics: &Generics, error: &syn::Error) -> TokenStream {
    let Form { ident, krate, .. } = form;
    let private = quote!(#krate::__private);
    let error = error.to_compile_error();
    let (impl_generics, ty_generics, _) = generics.split_for_impl();
    // Of a generic struct the constants would need its parameters.
    let constants = if generics.params.is_empty() { constants(form) } else { TokenStream::new() };
    quote! {
        #error

        #[automatically_derived]
        impl #impl_generics #krate::ElicitForm for #ident #ty_generics
        where
            Self: ::core::marker::Send + 'static,
        {
            fn form() -> &'static ::std::sync::Arc<#private::Form> {
                ::core::unreachable!()
            }

            fn decode(_: &#private::Answer) -> ::core::option::Option<Self> {
                ::core::unreachable!()
            }

            fn encode(&self) -> #private::Answer {
                ::core::unreachable!()
            }
        }

        #constants
    }
}
