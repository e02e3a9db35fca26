//! Every rule that `#[resource]` has for a function, and its message.

use proc_macro2::TokenStream;
use syn::ext::IdentExt as _;
use syn::{FnArg, LitStr};

use super::RESOURCE;
use super::options::Options;
use super::uri::Uri;
use crate::errors::Errors;
use crate::function::{Checked, Function, Run, description};
use crate::params::{Taken, option, written};
use crate::texts::{Param, TextParam, assign, sent, wire_name};

/// A resource that can be expanded.
#[derive(Debug)]
pub(crate) struct Resource<'a> {
    pub(crate) function: &'a Function,
    pub(crate) uri: LitStr,
    pub(crate) name: LitStr,
    /// A string literal, or a `concat!` of some.
    pub(crate) description: TokenStream,
    pub(crate) options: Options,
    pub(crate) params: Vec<Param<'a>>,
    pub(crate) run: Run,
    /// What the function returns; `()` where it does not say.
    pub(crate) output: TokenStream,
}

impl<'a> Resource<'a> {
    pub(crate) fn new(function: &'a Function, mut options: Options, errors: &mut Errors) -> Option<Self> {
        let sig = &function.sig;
        let given = options.description.as_ref();
        let description = description(function, given, options.meant_description, RESOURCE, errors);
        let checked = Checked::new(function, options.inline.as_ref(), RESOURCE, errors);
        let inputs: Vec<&FnArg> = checked.inputs(sig).collect();
        let mut params: Vec<_> = inputs.iter().filter_map(|input| param(input, errors)).collect();
        // A parameter that was refused may be the one that is missed.
        if let Some(uri) = &options.uri
            && params.len() == sig.inputs.len()
        {
            check_variables(uri, &params, errors);
        }
        assign(std::mem::take(&mut options.completes), &mut params, "the resource", errors);
        if let (Some(uri), Some((key, _))) = (&options.uri, &options.size)
            && uri.is_template()
        {
            errors.at(key, "a template has no size: each of its resources has its own");
        }
        let name = options
            .name
            .clone()
            .unwrap_or_else(|| LitStr::new(&sig.ident.unraw().to_string(), sig.ident.span()));
        let uri = options.uri.as_ref()?.literal.clone();
        let Checked { run, output, .. } = checked;
        Some(Self { function, uri, name, description: description?, options, params, run, output })
    }
}

fn param<'a>(input: &'a FnArg, errors: &mut Errors) -> Option<Param<'a>> {
    let (ident, ty, owned, attrs) = match Taken::new(input, RESOURCE, errors)? {
        Taken::Lent { name, ty, attrs } => {
            refuse_arg(attrs, errors);
            return Some(Param::Lent { name, ty });
        }
        Taken::Sent { ident, ty, owned, attrs } => (ident, ty, owned, attrs),
    };
    refuse_arg(attrs, errors);
    let ident = ident?;
    if let Some(inner) = option(ty) {
        errors.at(ty, format!("a variable is always there: take `{}`", written(inner)));
        return None;
    }
    owned.then(|| {
        Param::Sent(Box::new(TextParam {
            ident,
            ty,
            name: wire_name(ident),
            docs: None,
            title: None,
            default: None,
            complete: None,
        }))
    })
}

/// Clients see nothing of a variable but its name.
fn refuse_arg(attrs: &[syn::Attribute], errors: &mut Errors) {
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("arg")) {
        errors.at(
            attr,
            "nothing is said of a variable but its name: leave `#[arg]` out\n\
             help: what completes it stands in `#[resource(.., complete(id = ids))]`",
        );
    }
}

/// Every variable is a parameter, and every parameter that is not lent a variable.
fn check_variables(uri: &Uri, params: &[Param<'_>], errors: &mut Errors) {
    let taken: Vec<String> = sent(params).map(|param| param.name.value()).collect();
    let missed: Vec<&String> = uri.variables.iter().filter(|variable| !taken.contains(variable)).collect();
    let extra: Vec<&TextParam<'_>> =
        sent(params).filter(|param| !uri.variables.contains(&param.name.value())).collect();
    // One that is spelt in two ways is one mistake.
    if let ([missed], [extra]) = (&*missed, &*extra) {
        let name = extra.name.value();
        errors.at(
            extra.ident,
            format!("`{name}` is no variable of the URI, which has `{{{missed}}}`: give them one name"),
        );
        return;
    }
    for variable in missed {
        errors.at(
            &uri.literal,
            format!("`{{{variable}}}` is no parameter of the function: take it, as `{variable}: String` or another type that is read from text"),
        );
    }
    for param in extra {
        let name = param.name.value();
        errors.at(
            param.ident,
            format!(
                "`{name}` is no variable of the URI\n\
                 help: put `{{{name}}}` into the URI, or have the runtime lend it, as `&Type`"
            ),
        );
    }
}
