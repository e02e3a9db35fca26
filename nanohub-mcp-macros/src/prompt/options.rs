//! What stands in `#[prompt(..)]`.

use proc_macro2::{Ident, TokenStream};
use syn::{Expr, LitStr, Path};

use crate::attr::{Keys, Vocabulary};
use crate::crate_path::OF_CRATE;
use crate::errors::Errors;
use crate::texts::{Complete, completes};
use crate::values::{Icon, Timeout, icons, metas, timeout};

const KEYS: Vocabulary = Vocabulary {
    attribute: "`#[prompt]`",
    keys: &["name", "title", "description", "complete", "inline", "timeout", "icon", "meta", "crate"],
    repeatable: &["complete", "icon", "meta"],
};

/// The arguments of the attribute, each one right in itself.
#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) name: Option<LitStr>,
    pub(crate) title: Option<LitStr>,
    pub(crate) description: Option<LitStr>,
    /// Whether there is one under a misspelt key.
    pub(crate) meant_description: bool,
    pub(crate) completes: Vec<Complete>,
    pub(crate) inline: Option<Ident>,
    pub(crate) timeout: Option<Timeout>,
    pub(crate) icons: Vec<Icon>,
    pub(crate) meta: Vec<(LitStr, Expr)>,
    pub(crate) krate: Option<Path>,
}

impl Options {
    pub(crate) fn new(args: TokenStream, errors: &mut Errors) -> Self {
        let mut keys = Keys::new(args, KEYS, errors);
        let name = keys.string("name", errors);
        if let Some(name) = &name
            && (name.value().trim().is_empty() || name.value().len() > 128)
        {
            errors.at(name, "the name of a prompt has 1 to 128 characters");
        }
        Self {
            name,
            title: keys.string("title", errors),
            description: keys.string("description", errors),
            meant_description: keys.was_meant("description"),
            completes: completes(&mut keys, errors),
            inline: keys.flag("inline", errors).and_then(|(key, inline)| inline.then_some(key)),
            timeout: timeout(&mut keys, errors),
            icons: icons(&mut keys, errors),
            meta: metas(&mut keys, errors),
            krate: keys.path("crate", OF_CRATE, errors),
        }
    }
}
