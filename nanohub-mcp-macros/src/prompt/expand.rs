//! What `#[prompt]` becomes. Nothing here can fail: every refusal happened in `model`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::ext::IdentExt as _;
use syn::{Expr, LitStr};

use super::MAKING;
use super::model::Prompt;
use super::options::Options;
use crate::beside::{beside, by_contract, returned, work};
use crate::crate_path::CratePath;
use crate::texts::{describe, take, values};

/// The function as it was, and a type of the same name that makes a prompt of it.
///
/// Expands to:
///
/// ```ignore
/// /// Explain a model.
/// fn explain(model: String) -> String { .. }
///
/// #[doc(hidden)]
/// #[allow(non_camel_case_types, missing_copy_implementations, missing_debug_implementations)]
/// struct explain {}
/// impl ::nanohub_mcp::__private::PromptFn for explain {
///     fn prompt() -> ::nanohub_mcp::__private::Prompt {
///         #[allow(unused_imports)]
///         use ::nanohub_mcp::__private::{self as __mcp, ParsePlain as _, PlainPrompting as _};
///         __mcp::Prompt::new("explain", "Explain a model.", __mcp::source!("explain"), |__call, __texts| {
///             .. // see `take` and `work`
///         })
///         .argument(__mcp::Parse::<String>::describe("model"))
///     }
/// }
/// ```
pub(crate) fn prompt(prompt: &Prompt<'_>, krate: &CratePath) -> TokenStream {
    let Prompt { function, name, description, options, params, run, output } = prompt;
    let source = function.sig.ident.unraw().to_string();
    let take = take(params);
    let work = work(function, *run, values(params), &returned(output, "Prompting", "finish"));
    let settings = settings(options);
    let by_contract = by_contract(function);
    let adder = format_ident!("argument");
    let params = params.iter().map(|param| describe(param, &adder));
    let prompt = beside(
        function,
        MAKING,
        krate,
        &quote! {
            #[allow(unused_imports)]
            use #krate::__private::{self as __mcp, ParsePlain as _, PlainPrompting as _};
            __mcp::Prompt::new(#name, #description, __mcp::source!(#source), |__call, __texts| {
                #take
                #work
            })
            #settings
            #(#params)*
        },
    );
    quote!(#by_contract #prompt)
}

/// Expands to: `.title("Explain").timeout(::core::time::Duration::from_secs(30u64))` and so on.
fn settings(options: &Options) -> TokenStream {
    let Options {
        name: _,
        title,
        description: _,
        meant_description: _,
        completes: _,
        inline: _,
        timeout,
        icons,
        meta,
        krate: _,
    } = options;
    let (title, timeout) = (title.iter(), timeout.iter());
    let meta = meta.iter().map(|(key, value): &(LitStr, Expr)| quote!(.meta(#key, #value)));
    quote! {
        #(.title(#title))*
        #(.timeout(#timeout))*
        #(.icon(#icons))*
        #(#meta)*
    }
}
