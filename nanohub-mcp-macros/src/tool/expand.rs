//! What `#[tool]` becomes. Nothing here can fail: every refusal happened in `model`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::{Expr, ExprBinary, ExprParen, ExprUnary, Lit, LitStr, Type, UnOp};

use super::MAKING;
use super::model::Tool;
use super::options::Options;
use super::params::{Argument, Param};
use crate::attr::{literal, ungrouped};
use crate::beside::{at, beside, by_contract, is_plain, local, returned, take, work};
use crate::bounds::floats;
use crate::crate_path::CratePath;
use crate::params::option;

/// The function as it was, and a type of the same name that makes a tool of it.
///
/// Expands to:
///
/// ```ignore
/// #[allow(clippy::needless_pass_by_value, clippy::trivially_copy_pass_by_ref)]
/// /// Add two integers.
/// fn add(a: i64, b: i64) -> i64 { a + b }
///
/// #[doc(hidden)]
/// #[allow(non_camel_case_types, missing_copy_implementations, missing_debug_implementations)]
/// struct add {}
/// impl ::nanohub_mcp::__private::ToolFn for add {
///     fn tool() -> ::nanohub_mcp::__private::Tool {
///         #[allow(unused_imports)]
///         use ::nanohub_mcp::__private::{self as __mcp, OtherNumeral as _, Plain as _};
///         __mcp::Tool::new("add", "Add two integers.", __mcp::source!("add"), |__call, __arguments| {
///             .. // see `start`
///         })
///         .argument(<i64 as __mcp::ToolArgument>::describe("a"))
///         .argument(<i64 as __mcp::ToolArgument>::describe("b"))
///         .output(__mcp::Return::<i64>::schema)
///     }
/// }
/// ```
pub(crate) fn tool(tool: &Tool<'_>, krate: &CratePath) -> TokenStream {
    let Tool { function, name, description, options, params, output, run: _ } = tool;
    let source = function.sig.ident.unraw().to_string();
    let start = start(tool);
    let settings = settings(options);
    let by_contract = by_contract(function);
    let params = params.iter().map(describe);
    let output = options.output_schema.is_none().then(|| {
        let schema = returned(output, "Return", "schema");
        quote!(.output(#schema))
    });
    let tool = beside(
        function,
        MAKING,
        krate,
        &quote! {
            #[allow(unused_imports)]
            use #krate::__private::{self as __mcp, OtherNumeral as _, Plain as _};
            __mcp::Tool::new(#name, #description, __mcp::source!(#source), |__call, __arguments| {
                #start
            })
            #settings
            #(#params)*
            #output
        },
    );
    quote!(#by_contract #tool)
}

/// Takes the arguments, all of them before any is missed, and starts the function.
///
/// Expands to:
///
/// ```ignore
/// let (::core::option::Option::Some(__a), ::core::option::Option::Some(__b)) = (
///     <i64 as __mcp::ToolArgument>::take(__arguments, 0usize),
///     <i64 as __mcp::ToolArgument>::take(__arguments, 1usize),
/// ) else {
///     return __mcp::Work::Refused;
/// };
/// __mcp::Work::blocking(move || __mcp::Output::of(add(__a, __b), __mcp::Return::<i64>::finish))
/// ```
fn start(Tool { function, params, run, output, .. }: &Tool<'_>) -> TokenStream {
    let sent: Vec<&Argument<'_>> = params
        .iter()
        .filter_map(|param| match param {
            Param::Sent(argument) => Some(&**argument),
            Param::Lent { .. } => None,
        })
        .collect();
    let takes = sent.iter().enumerate().map(|(index, Argument { ty, .. })| {
        quote_spanned!(at(ty)=> <#ty as __mcp::ToolArgument>::take(__arguments, #index))
    });
    let take = take(sent.iter().map(|argument| argument.ident), takes);
    let values = params.iter().map(|param| match param {
        Param::Lent { ty, .. } => quote_spanned!(at(ty)=> __call.lend::<#ty>()),
        Param::Sent(argument) => local(argument.ident).to_token_stream(),
    });
    let work = work(function, *run, values, &returned(output, "Return", "finish"));
    quote!(#take #work)
}

/// Expands to: `.argument(<i64 as __mcp::ToolArgument>::describe("b").doc("Second addend."))`, or
/// `.lent::<Cluster>("cluster")`.
fn describe(param: &Param<'_>) -> TokenStream {
    let argument = match param {
        Param::Lent { name, ty } => return quote_spanned!(at(ty)=> .lent::<#ty>(#name)),
        Param::Sent(argument) => argument,
    };
    let Argument { ident: _, ty, name, docs, title, default, range, len, pattern, example, header } =
        &**argument;
    let describe = quote_spanned!(at(ty)=> <#ty as __mcp::ToolArgument>::describe(#name));
    let doc = docs.iter();
    let title = title.iter();
    let default = default.iter().map(|default| {
        let json = json(ty, default);
        quote!(.default(#json))
    });
    let range = range.as_ref().map(crate::bounds::Range::limits);
    let len = len.as_ref().map(crate::bounds::Range::lengths);
    let pattern = pattern.iter();
    let example = example.iter().map(|example| {
        // The example of an optional argument is one of those that are there.
        let json = json(option(ty).unwrap_or(ty), example);
        quote!(.example(#json))
    });
    let header = header.iter();
    quote! {
        .argument(#describe
            #(.doc(#doc))*
            #(.title(#title))*
            #(#default)*
            #range
            #len
            #(.pattern(#pattern))*
            #(#example)*
            #(.header(#header))*
        )
    }
}

/// A value as JSON text. Numbers and booleans are literals of their type already; anything else is
/// converted, so that `"standby"` is good for a `String`.
///
/// Expands to: `<i64 as __mcp::Shown>::json(&0)`, or
/// `<String as __mcp::Shown>::json(&::core::convert::Into::into("standby"))`, or
/// `<Kelvin as __mcp::Shown>::json(&__mcp::Numeral::<Kelvin>::of(300, 300.0))`.
fn json(ty: &Type, value: &Expr) -> TokenStream {
    let value = if is_integral(value) && !is_integer(ty) {
        let float = floats(value);
        quote_spanned!(at(ty)=> __mcp::Numeral::<#ty>::of(#value, #float))
    } else if matches!(ungrouped(value), Expr::Binary(_)) && is_plain(value) {
        quote!((#value))
    } else if is_plain(value) {
        value.to_token_stream()
    } else {
        quote_spanned!(at(value)=> ::core::convert::Into::into(#value))
    };
    quote_spanned!(at(ty)=> <#ty as __mcp::Shown>::json(&#value))
}

/// Whether a value is made of integers that do not say their type, and so may be meant as floats.
fn is_integral(value: &Expr) -> bool {
    match ungrouped(value) {
        Expr::Binary(ExprBinary { left, right, .. }) => is_integral(left) && is_integral(right),
        Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) | Expr::Paren(ExprParen { expr, .. }) => {
            is_integral(expr)
        }
        value => matches!(literal(value), Some(Lit::Int(integer)) if integer.suffix().is_empty()),
    }
}

/// Whether a type is an integer as it is written. It need not be known: the expansion is only shorter then.
fn is_integer(ty: &Type) -> bool {
    const INTEGERS: [&str; 12] =
        ["i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize"];
    matches!(ty, Type::Path(path) if INTEGERS.iter().any(|integer| path.path.is_ident(integer)))
}

/// Expands to: `.title("Add").read_only(true).timeout(::core::time::Duration::from_millis(30000u64))` and
/// so on.
fn settings(options: &Options) -> TokenStream {
    let Options {
        name: _,
        title,
        description: _,
        meant_description: _,
        hints,
        inline: _,
        timeout,
        requires,
        input_schema,
        output_schema,
        icons,
        meta,
        krate: _,
    } = options;
    let title = title.iter();
    let hints = hints.iter().map(|(hint, flag)| quote!(.#hint(#flag)));
    let timeout = timeout.iter();
    let meta = meta.iter().map(|(key, value): &(LitStr, Expr)| quote!(.meta(#key, #value)));
    let input_schema = input_schema.iter();
    let output_schema = output_schema.iter();
    quote! {
        #(.title(#title))*
        #(#hints)*
        #(.timeout(#timeout))*
        #(.requires(__mcp::Requirement::#requires))*
        #(.icon(#icons))*
        #(#meta)*
        #(.input_schema(#input_schema()))*
        #(.output_schema(#output_schema()))*
    }
}
