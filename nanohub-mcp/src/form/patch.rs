use std::fmt;
use std::marker::PhantomData;

use serde_json::{Map, Value};

use crate::form::ElicitForm;
use crate::form::check;
use crate::form::choice::{Choice, distinct};
use crate::form::declare::Field;
use crate::form::shape::Choices;

/// The name of a field whose choices are given with every ask.
///
/// The derive generates one for each field with `#[form(choices = dynamic)]`: `Submit::QUEUE` for the field
/// `queue` of `Submit`.
pub struct FormField<F> {
    name: &'static str,
    form: PhantomData<fn() -> F>,
}

impl<F> FormField<F> {
    #[doc(hidden)]
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { name, form: PhantomData }
    }

    /// The field's name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }
}

impl<F> Clone for FormField<F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F> Copy for FormField<F> {}

impl<F> fmt::Debug for FormField<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FormField").field(&self.name).finish()
    }
}

/// What one ask changes of a form.
#[derive(Debug, Clone, Default)]
pub(crate) struct Patch {
    prefill: Map<String, Value>,
    choices: Vec<(&'static str, Vec<Choice>)>,
}

impl Patch {
    pub(crate) fn is_empty(&self) -> bool {
        self.prefill.is_empty() && self.choices.is_empty()
    }

    /// Shows these values instead of the declared defaults.
    pub(crate) fn prefill<F: ElicitForm>(&mut self, form: &F) {
        self.prefill = form.encode();
    }

    /// Gives a field its choices; the last ones count.
    pub(crate) fn choices<F, C: Into<Choice>>(
        &mut self,
        field: FormField<F>,
        choices: impl IntoIterator<Item = C>,
    ) {
        self.choices.retain(|(name, _)| *name != field.name);
        self.choices.push((field.name, distinct(choices)));
    }

    /// The value that clients show before the person has touched the field.
    pub(crate) fn shown<'a>(&'a self, field: &'a Field) -> Option<&'a Value> {
        self.prefill.get(&*field.name).or(field.default.as_ref())
    }

    /// The value of a field that the answer leaves out.
    ///
    /// Not the prefilled one where the field is optional: clients leave out what a person has cleared.
    pub(crate) fn missing<'a>(&'a self, field: &'a Field) -> Option<&'a Value> {
        self.prefill.get(&*field.name).filter(|_| !field.optional).or(field.default.as_ref())
    }

    /// What a field offers in this ask; nothing where it is no selection.
    pub(crate) fn offered<'a>(&'a self, field: &'a Field) -> &'a [Choice] {
        match field.shape.choices() {
            Some(Choices::Declared(choices)) => choices,
            Some(Choices::Dynamic) => {
                let given = self.choices.iter().find(|(name, _)| *name == field.name);
                given.map_or(&[], |(_, choices)| choices)
            }
            None => &[],
        }
    }

    /// What is wrong with this ask of a form, in words for its author.
    pub(crate) fn problems(&self, fields: &[Field]) -> Vec<String> {
        let mut problems = Vec::new();
        for field in fields {
            let choices = self.offered(field);
            let dynamic = matches!(field.shape.choices(), Some(Choices::Dynamic));
            if dynamic && choices.is_empty() {
                problems.push(format!(
                    "form field `{}`: there is nothing to choose from: give it choices with `.choices(..)`",
                    field.name
                ));
                continue;
            }
            let (value, source) = match (self.prefill.get(&*field.name), &field.default) {
                (Some(value), _) => (value, "the prefilled value"),
                // Of other fields the form itself has checked the default.
                (None, Some(value)) if dynamic => (value, "its default"),
                _ => continue,
            };
            let reasons = check::given(field, value, choices).into_iter();
            problems.extend(reasons.map(|reason| format!("form field `{}`: {source} {reason}", field.name)));
        }
        problems
    }
}
