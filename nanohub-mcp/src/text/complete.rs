use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::text::parameter::Choices;
use crate::tool::call::Call;

/// What a client wants to know while a person types: an argument, as far as it was typed.
pub struct Completion<'a> {
    pub(crate) value: &'a str,
    pub(crate) arguments: &'a HashMap<String, String>,
    pub(crate) call: &'a Call,
}

impl Completion<'_> {
    /// What was typed so far.
    #[must_use]
    pub fn value(&self) -> &str {
        self.value
    }

    /// The value of another argument, where it has one already and the client says so (2025-06-18 on).
    #[must_use]
    pub fn argument(&self, name: &str) -> Option<&str> {
        self.arguments.get(name).map(String::as_str)
    }

    /// State registered with `.state(..)`.
    #[must_use]
    pub fn state<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.call.find(TypeId::of::<T>())?.downcast_ref()
    }
}

impl fmt::Debug for Completion<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What is typed may be a secret.
        f.debug_struct("Completion").finish_non_exhaustive()
    }
}

/// A function that completes an argument: `fn(&str) -> I`, or `fn(&Completion<'_>) -> I` where it looks at
/// other arguments or at state; `I` is a `Vec<String>`, or any iterator of what converts into `String`.
///
/// It gives what the argument could become, best first; the first hundred are sent.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot complete an argument",
    label = "not a function that completes",
    note = "write `fn(typed: &str) -> Vec<String>`, or `fn(completion: &Completion<'_>) -> Vec<String>`"
)]
pub trait Complete<Form>: Send + Sync + 'static {
    #[doc(hidden)]
    fn complete(&self, completion: &Completion<'_>) -> Vec<String>;
}

impl<F, I> Complete<fn(&str) -> I> for F
where
    F: Fn(&str) -> I + Send + Sync + 'static,
    I: IntoIterator,
    I::Item: Into<String>,
{
    fn complete(&self, completion: &Completion<'_>) -> Vec<String> {
        self(completion.value).into_iter().map(Into::into).collect()
    }
}

impl<F, I> Complete<fn(&Completion<'_>) -> I> for F
where
    F: Fn(&Completion<'_>) -> I + Send + Sync + 'static,
    I: IntoIterator,
    I::Item: Into<String>,
{
    fn complete(&self, completion: &Completion<'_>) -> Vec<String> {
        self(completion).into_iter().map(Into::into).collect()
    }
}

/// A function that completes an argument, its own form forgotten.
type CompleteFn = dyn Fn(&Completion<'_>) -> Vec<String> + Send + Sync;

/// How an argument is completed.
#[derive(Clone)]
pub(crate) enum Completer {
    /// With those of these that begin with what was typed, in value or title.
    Choices(Choices),
    Function(Arc<CompleteFn>),
}

impl fmt::Debug for Completer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Choices(choices) => f.debug_tuple("Choices").field(choices).finish(),
            Self::Function(_) => f.write_str("Function"),
        }
    }
}

/// The choices that begin with what was typed.
pub(crate) fn matching(choices: Choices, typed: &str) -> Vec<String> {
    let typed = typed.to_lowercase();
    let begins = |text: &str| text.to_lowercase().starts_with(&typed);
    choices
        .iter()
        .filter(|(value, title)| begins(value) || title.is_some_and(begins))
        .map(|(value, _)| (*value).to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_found_by_value_and_title() {
        let choices = &[("h100", Some("NVIDIA H100")), ("a100", Some("NVIDIA A100")), ("cpu", None)];
        assert_eq!(matching(choices, "nvidia"), ["h100", "a100"]);
        assert_eq!(matching(choices, "A1"), ["a100"]);
        assert_eq!(matching(choices, ""), ["h100", "a100", "cpu"]);
    }
}
