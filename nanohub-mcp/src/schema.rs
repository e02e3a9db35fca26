//! JSON Schemas that every host accepts, and what is checked by them.

pub(crate) mod audit;
pub(crate) mod guard;
pub(crate) mod inline;
pub(crate) mod lookup;
pub(crate) mod merge;
pub(crate) mod mirrored;
pub(crate) mod number;
pub(crate) mod pointer;
pub(crate) mod portable;
pub(crate) mod repair;
pub(crate) mod unions;
pub(crate) mod validator;
pub(crate) mod walk;
pub(crate) mod words;

/// What a server's author chose about schemas and the messages made of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SchemaSettings {
    /// Whether schemas are rewritten into what every host accepts, or published as schemars makes them.
    pub(crate) portable: bool,
    /// Whether messages to the model may hold values that it sent.
    pub(crate) reflect_values: bool,
}

impl Default for SchemaSettings {
    fn default() -> Self {
        Self { portable: true, reflect_values: false }
    }
}
