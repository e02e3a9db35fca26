use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::Generics;
use syn::spanned::Spanned as _;

use crate::crate_path::CratePath;
use crate::form::field::{Default, Field, Kind};
use crate::form::model::Form;
use crate::form::rules::floats;

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
///         Some(Self { queue: <Queue as ElicitField>::take(answer, "queue")? })
///     }
///
///     fn encode(&self) -> Answer {
///         let mut answer = Answer::new();
///         <Queue as ElicitField>::put(&self.queue, &mut answer, "queue");
///         answer
///     }
/// }
/// ```
///
/// Every field is called by its type, spanned at it, so that a type which is no field is reported once and
/// there.
pub(crate) fn form(form: &Form<'_>) -> TokenStream {
    let Form { ident, vis: _, krate, key, fields } = form;
    let private = quote!(#krate::__private);
    let declared = fields.iter().map(|field| declare(field, krate));
    let taken = fields.iter().map(|field| {
        let Field { ident, name, .. } = field;
        let take = call(field, "take", &quote!(answer, #name), krate);
        quote!(#ident: #take?)
    });
    let put = fields.iter().map(|field| {
        let Field { ident, name, .. } = field;
        let put = call(field, "put", &quote!(&self.#ident, &mut answer, #name), krate);
        quote!(#put;)
    });
    // An empty form uses neither.
    let (answer, mutable) =
        if fields.is_empty() { (quote!(_), quote!()) } else { (quote!(answer), quote!(mut)) };
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
                ::core::option::Option::Some(Self { #(#taken),* })
            }

            fn encode(&self) -> #private::Answer {
                let #mutable answer = #private::Answer::new();
                #(#put)*
                answer
            }
        }

        #constants
    }
}

/// Expands to: `<Queue as ::nanohub_mcp::ElicitField>::take(answer, "queue")`
///
/// Begins at the first token of the type and ends at the last: rustc then says the same of all three
/// functions at the same place, and prints it once.
fn call(field: &Field<'_>, function: &str, arguments: &TokenStream, krate: &CratePath) -> TokenStream {
    let ty = field.ty;
    let mut spans = ty.to_token_stream().into_iter().map(|token| token.span());
    let start = spans.next().unwrap_or_else(Span::call_site);
    let end = spans.last().unwrap_or(start);
    let open = quote_spanned!(start=> <);
    let function = Ident::new(function, end);
    let close = if field.dynamic {
        quote_spanned!(end=> as #krate::__private::DynamicField>::#function(#arguments))
    } else {
        quote_spanned!(end=> as #krate::ElicitField>::#function(#arguments))
    };
    quote!(#open #ty #close)
}

/// Expands to: `<Queue as ElicitField>::declare("queue").doc("Queue to submit to.").required()`
fn declare(field: &Field<'_>, krate: &CratePath) -> TokenStream {
    let Field { name, title, docs, kind, default, required, rules, validate, .. } = field;
    let declare = call(field, "declare", &quote!(#name), krate);
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
