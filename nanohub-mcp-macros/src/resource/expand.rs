//! What `#[resource]` becomes. Nothing here can fail: every refusal happened in `model`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::ext::IdentExt as _;
use syn::{Expr, LitStr};

use super::MAKING;
use super::model::Resource;
use super::options::Options;
use crate::beside::{beside, by_contract, returned, work};
use crate::crate_path::CratePath;
use crate::texts::{describe, take, values};

/// The function as it was, and a type of the same name that makes a resource of it.
///
/// Expands to:
///
/// ```ignore
/// /// Log of a run.
/// fn log(id: u32) -> String { .. }
///
/// #[doc(hidden)]
/// #[allow(non_camel_case_types, missing_copy_implementations, missing_debug_implementations)]
/// struct log {}
/// impl ::nanohub_mcp::__private::ResourceFn for log {
///     fn resource() -> ::nanohub_mcp::__private::Resource {
///         #[allow(unused_imports)]
///         use ::nanohub_mcp::__private::{self as __mcp, ParsePlain as _, PlainReading as _};
///         __mcp::Resource::new("runs://{id}/log", "log", __mcp::source!("log"), |__call, __texts| {
///             .. // see `take` and `work`
///         })
///         .description("Log of a run.")
///         .variable(__mcp::Parse::<u32>::describe("id"))
///     }
/// }
/// ```
pub(crate) fn resource(resource: &Resource<'_>, krate: &CratePath) -> TokenStream {
    let Resource { function, uri, name, description, options, params, run, output } = resource;
    let source = function.sig.ident.unraw().to_string();
    let take = take(params);
    let work = work(function, *run, values(params), &returned(output, "Reading", "finish"));
    let settings = settings(options);
    let by_contract = by_contract(function);
    let adder = format_ident!("variable");
    let params = params.iter().map(|param| describe(param, &adder));
    let resource = beside(
        function,
        MAKING,
        krate,
        &quote! {
            #[allow(unused_imports)]
            use #krate::__private::{self as __mcp, ParsePlain as _, PlainReading as _};
            __mcp::Resource::new(#uri, #name, __mcp::source!(#source), |__call, __texts| {
                #take
                #work
            })
            .description(#description)
            #settings
            #(#params)*
        },
    );
    quote!(#by_contract #resource)
}

/// Expands to: `.title("Log").mime_type("text/plain").audience([__mcp::Audience::User])` and so on.
fn settings(options: &Options) -> TokenStream {
    let Options {
        uri: _,
        name: _,
        title,
        description: _,
        meant_description: _,
        mime_type,
        size,
        audience,
        priority,
        completes: _,
        inline: _,
        timeout,
        icons,
        meta,
        krate: _,
    } = options;
    let (title, mime_type, priority, timeout) =
        (title.iter(), mime_type.iter(), priority.iter(), timeout.iter());
    let size = size.iter().map(|(_, size)| size);
    let audience = (!audience.is_empty()).then(|| quote!(.audience([#(__mcp::Audience::#audience),*])));
    let meta = meta.iter().map(|(key, value): &(LitStr, Expr)| quote!(.meta(#key, #value)));
    quote! {
        #(.title(#title))*
        #(.mime_type(#mime_type))*
        #(.size(#size))*
        #audience
        #(.priority(#priority))*
        #(.timeout(#timeout))*
        #(.icon(#icons))*
        #(#meta)*
    }
}
