//! What stands beside a function that an attribute is put on, whatever that is made into.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::spanned::Spanned;
use syn::{Expr, ExprBinary, ExprParen, Lit};

use crate::attr::{literal, ungrouped};
use crate::bounds::Number;
use crate::crate_path::CratePath;
use crate::function::{Function, Run};

/// What the type beside the function implements, and how.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Making {
    /// `ToolFn`
    pub(crate) implements: &'static str,
    /// `tool`
    pub(crate) method: &'static str,
    /// `Tool`
    pub(crate) makes: &'static str,
}

/// Stands in for what has errors, so that code which names it reports no more of them.
pub(crate) fn stand_in(
    function: &Function,
    making: Making,
    krate: &CratePath,
    error: &syn::Error,
) -> TokenStream {
    let error = error.to_compile_error();
    // In an `impl`, a type beside the function would be the next mistake.
    if function.sig.receiver().is_some() {
        return quote!(#error #function);
    }
    let stand_in = beside(function, making, krate, &quote!(::core::unimplemented!()));
    quote!(#error #stand_in)
}

/// The function, and the type that `tools![..]` and its like name.
///
/// A type with braces: `struct add;` would be a value too, and so is the function.
pub(crate) fn beside(
    function: &Function,
    making: Making,
    krate: &CratePath,
    body: &TokenStream,
) -> TokenStream {
    let (vis, ident) = (&function.vis, &function.sig.ident);
    let [implements, method, makes] =
        [making.implements, making.method, making.makes].map(|name| format_ident!("{name}"));
    let inherited: Vec<_> = function.inherited().collect();
    let deprecated = function.is_deprecated().then(|| quote!(#[allow(deprecated)]));
    // Spanned as if its author had written it: rustc is silent about dead code of macros.
    let declaration = quote_spanned!(ident.span()=> struct #ident {});
    quote! {
        #function

        #(#inherited)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, missing_copy_implementations, missing_debug_implementations)]
        #vis #declaration

        #(#inherited)*
        #deprecated
        impl #krate::__private::#implements for #ident {
            fn #method() -> #krate::__private::#makes {
                #body
            }
        }
    }
}

/// The lints that what is sent, taken by value, and what is lent, by reference, would wake: clippy cannot
/// know that both are by contract.
pub(crate) fn by_contract(function: &Function) -> Option<TokenStream> {
    let takes_something = !function.sig.inputs.is_empty();
    takes_something
        .then(|| quote!(#[allow(clippy::needless_pass_by_value, clippy::trivially_copy_pass_by_ref)]))
}

/// How the function is called, where it runs.
///
/// Expands to:
///
/// ```ignore
/// __mcp::Work::blocking(move || __mcp::Output::of(add(__a, __b), __mcp::Return::<i64>::finish))
/// ```
pub(crate) fn work(
    function: &Function,
    run: Run,
    values: impl Iterator<Item = TokenStream>,
    finish: &TokenStream,
) -> TokenStream {
    let ident = &function.sig.ident;
    let here = at(ident);
    // At the function's name: what keeps a future from being sent is said there, and points on into the
    // body.
    let call = quote_spanned!(here=> #ident(#(#values),*));
    match run {
        Run::Async => quote_spanned! {here=>
            __mcp::Work::future(async move { __mcp::Output::of(#call.await, #finish) })
        },
        Run::Blocking => quote!(__mcp::Work::blocking(move || __mcp::Output::of(#call, #finish))),
        Run::Inline => quote!(__mcp::Work::Done(__mcp::Output::of(#call, #finish))),
    }
}

/// Takes values into locals, all of them before any is missed.
///
/// Expands to:
///
/// ```ignore
/// let (::core::option::Option::Some(__a), ::core::option::Option::Some(__b)) = (.., ..) else {
///     return __mcp::Work::Refused;
/// };
/// ```
pub(crate) fn take<'a>(
    idents: impl Iterator<Item = &'a Ident>,
    takes: impl ExactSizeIterator<Item = TokenStream>,
) -> TokenStream {
    let locals = idents.map(|ident| {
        let local = local(ident);
        quote!(::core::option::Option::Some(#local))
    });
    match takes.len() {
        0 => quote!(),
        1 => quote!(let #(#locals)* = #(#takes)* else { return __mcp::Work::Refused; };),
        _ => quote!(let (#(#locals),*) = (#(#takes),*) else { return __mcp::Work::Refused; };),
    }
}

/// Expands to: `__mcp::Return::<i64>::finish`, from the first to the last token of the type, so that all of
/// it is what rustc points at.
pub(crate) fn returned(output: &TokenStream, probe: &str, function: &str) -> TokenStream {
    let (first, last) = (output.clone().into_iter().next(), output.clone().into_iter().last());
    let [first, last] = [first, last].map(|token| token.map_or_else(Span::call_site, |token| at(&token)));
    let (probe, function) = (Ident::new(probe, first), Ident::new(function, last));
    let start = quote_spanned!(first=> __mcp::#probe::);
    let end = quote_spanned!(last=> ::#function);
    quote!(#start <#output> #end)
}

/// Whether a value takes the type that is wanted of it: `60 * 60` would else be an `i32`.
pub(crate) fn is_plain(value: &Expr) -> bool {
    match ungrouped(value) {
        Expr::Binary(ExprBinary { left, right, .. }) => is_plain(left) && is_plain(right),
        Expr::Paren(ExprParen { expr, .. }) => is_plain(expr),
        value => Number::of(value).is_some() || matches!(literal(value), Some(Lit::Bool(_))),
    }
}

/// The local that holds an argument until the call. Its own name could hide the function, or a constant.
pub(crate) fn local(ident: &Ident) -> Ident {
    format_ident!("__{}", ident.unraw(), span = ident.span())
}

/// Where errors about these tokens are to be shown. What stands there was still written by the macro:
/// names resolve as its own, and lints know it as generated.
pub(crate) fn at(tokens: &impl Spanned) -> Span {
    Span::call_site().located_at(tokens.span())
}
