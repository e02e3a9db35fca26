//! Forms: what a tool may ask a person, what goes on the wire for it, and whether an answer keeps to it.
//!
//! Everything comes from one declaration, so that what a client is shown and what an answer is held to
//! cannot differ. Knows of no session, transport or call.

pub(crate) mod audit;
pub(crate) mod check;
pub(crate) mod choice;
pub(crate) mod declare;
pub(crate) mod describe;
pub(crate) mod dialect;
pub(crate) mod error;
pub(crate) mod field;
pub(crate) mod format;
pub(crate) mod patch;
pub(crate) mod place;
pub(crate) mod shape;

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};

pub use choice::{Choice, ElicitChoice};
pub use field::ElicitField;
pub use patch::FormField;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::form::check::Violation;
use crate::form::declare::{Declared, Field};
use crate::form::dialect::Dialect;
use crate::form::error::FormError;
use crate::form::patch::Patch;
use crate::form::shape::Shape;
use crate::protocol::Revision;

/// A form that a person can fill in: `#[derive(ElicitForm)]` makes one of a struct.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an elicitation form",
    label = "not a form",
    note = "add `#[derive(ElicitForm)]` to `{Self}`",
    note = "for one value: a struct with one field, or `ctx.choose`"
)]
pub trait ElicitForm: Sized + Send + 'static {
    /// The declaration, built once.
    #[doc(hidden)]
    fn form() -> &'static Arc<Form>;

    /// The struct of an answer that the declaration has checked.
    #[doc(hidden)]
    fn decode(answer: &Map<String, Value>) -> Option<Self>;

    /// The answer that the struct would be decoded from.
    #[doc(hidden)]
    fn encode(&self) -> Map<String, Value>;
}

/// The content of an answer, or of a form filled in beforehand.
pub type Answer = Map<String, Value>;

/// Where generated code keeps a form.
pub type FormCell = OnceLock<Arc<Form>>;

/// A form without its Rust type.
pub struct Form {
    key: Cow<'static, str>,
    fields: Vec<Field>,
    /// Rendered at first use: once for each dialect that somebody speaks.
    rendered: [OnceLock<Result<Box<RawValue>, FormError>>; Dialect::COUNT],
}

impl Form {
    /// A form without fields; the key is the struct's name in `snake_case`.
    #[must_use]
    pub fn new(key: impl Into<Cow<'static, str>>) -> Self {
        Self { key: key.into(), fields: Vec::new(), rendered: Default::default() }
    }

    /// Adds a field below the ones there are.
    #[must_use]
    pub fn field<T>(mut self, field: Declared<T>) -> Self {
        self.fields.push(field.finish());
        self
    }

    /// The form, once it is complete.
    #[must_use]
    pub fn shared(self) -> Arc<Self> {
        Arc::new(self)
    }

    /// What asks of this form are called where they need a key. Never on the wire.
    pub(crate) fn key(&self) -> &str {
        &self.key
    }

    /// What is wrong with the declaration itself, in words for its author.
    pub(crate) fn problems(&self) -> Vec<String> {
        self.fields.iter().flat_map(Field::problems).collect()
    }

    /// The `requestedSchema` in the dialect of that revision.
    pub(crate) fn schema(&self, revision: Revision) -> Result<&RawValue, &FormError> {
        let dialect = Dialect::of(revision);
        self.rendered[dialect as usize].get_or_init(|| self.render(dialect, &Patch::default())).as_deref()
    }

    /// The `requestedSchema` with the defaults and choices of one ask.
    pub(crate) fn patched(&self, revision: Revision, patch: &Patch) -> Result<Box<RawValue>, FormError> {
        if patch.is_empty() {
            return self.schema(revision).map(ToOwned::to_owned).map_err(Clone::clone);
        }
        self.render(Dialect::of(revision), patch)
    }

    fn render(&self, dialect: Dialect, patch: &Patch) -> Result<Box<RawValue>, FormError> {
        let mut problems = self.problems();
        problems.extend(patch.problems(&self.fields));
        if !problems.is_empty() {
            return Err(FormError::Broken(problems));
        }
        dialect.render(&self.fields, patch)
    }

    /// Whether the form can be asked at that revision, with the defaults and choices of one ask.
    pub(crate) fn askable(&self, revision: Revision, patch: &Patch) -> Result<(), FormError> {
        if patch.is_empty() {
            return self.schema(revision).map(drop).map_err(Clone::clone);
        }
        self.patched(revision, patch).map(drop)
    }

    /// Holds the content of an accepted answer against the declaration.
    ///
    /// The result has a value for every field that is not optional; keys that the form does not have are
    /// gone. See [`check`] for what is repaired.
    pub(crate) fn check(
        &self,
        content: Option<&Map<String, Value>>,
        patch: &Patch,
    ) -> Result<Map<String, Value>, Vec<Violation>> {
        check::answer(&self.fields, content, patch)
    }

    /// What to ask for, in words for a model whose client cannot show the form.
    pub(crate) fn describe(&self, patch: &Patch) -> String {
        describe::form(&self.fields, patch)
    }

    /// The form behind `confirm`: `false` unless the person says otherwise.
    pub(crate) fn confirm() -> &'static Arc<Self> {
        static FORM: OnceLock<Arc<Form>> = OnceLock::new();
        FORM.get_or_init(|| {
            let confirm = <bool as ElicitField>::declare(Self::CONFIRM).default(false).required();
            Arc::new(Self::new("confirm").field(confirm))
        })
    }

    /// Name of the only field of [`Form::confirm`].
    pub(crate) const CONFIRM: &str = "confirm";

    /// The form behind `choose`: one of these.
    pub(crate) fn choose<C: Into<Choice>>(options: impl IntoIterator<Item = C>) -> Self {
        let choices = choice::distinct(options);
        Self::new("choose").field(Declared::<String>::new(Self::CHOICE, Shape::one_of(choices)))
    }

    /// Name of the only field of [`Form::choose`].
    pub(crate) const CHOICE: &str = "choice";
}

impl fmt::Debug for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Form").field("key", &self.key).field("fields", &self.fields).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
