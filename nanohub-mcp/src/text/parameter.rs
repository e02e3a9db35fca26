use std::sync::Arc;

use crate::form::ElicitChoice;
use crate::text::complete::{Complete, Completer};

/// A parameter that clients send as text.
#[derive(Debug, Clone)]
#[must_use]
pub struct Parameter {
    pub(crate) name: &'static str,
    pub(crate) title: Option<&'static str>,
    pub(crate) doc: &'static str,
    /// Whether it has to be sent.
    pub(crate) required: bool,
    pub(crate) completer: Option<Completer>,
}

/// Value and title of every choice.
pub(crate) type Choices = &'static [(&'static str, Option<&'static str>)];

impl Parameter {
    pub(crate) fn new(name: &'static str) -> Self {
        Self { name, title: None, doc: "", required: true, completer: None }
    }

    pub(crate) fn choices(mut self, choices: Choices) -> Self {
        self.completer = Some(Completer::Choices(choices));
        self
    }

    /// Name for people.
    pub fn title(mut self, title: &'static str) -> Self {
        self.title = Some(title);
        self
    }

    /// What the model reads.
    pub fn doc(mut self, doc: &'static str) -> Self {
        self.doc = doc;
        self
    }

    /// It may be left out.
    pub fn optional(mut self) -> Self {
        self.required = false;
        self
    }

    /// Completes it with a function.
    pub fn complete<Form: 'static>(mut self, function: impl Complete<Form>) -> Self {
        self.completer = Some(Completer::Function(Arc::new(move |completion| function.complete(completion))));
        self
    }

    /// Completes it with the choices of an enum that it is not itself.
    pub fn complete_with<E: ElicitChoice>(self) -> Self {
        self.choices(E::CHOICES)
    }
}
