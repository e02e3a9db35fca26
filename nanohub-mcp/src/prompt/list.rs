use crate::__private::PromptFn;
use crate::prompt::Prompt;

/// Lists prompts, for [`ServerBuilder::prompts`](crate::ServerBuilder::prompts).
///
/// Takes the paths of functions that carry [`#[prompt]`](crate::prompt); one can be under `#[cfg(..)]`. Gives
/// a `Vec<Prompt>`, in the order of the list.
///
/// ```
/// use nanohub_mcp::{prompt, prompts};
///
/// /// Explain a simulation to a newcomer.
/// #[prompt]
/// fn explain(
///     /// Name of the model.
///     model: String,
/// ) -> String {
///     format!("Explain `{model}` to someone who has never run a simulation.")
/// }
///
/// assert_eq!(prompts![explain][0].name(), "explain");
/// ```
#[macro_export]
macro_rules! prompts {
    ($($(#[$attribute:meta])* $prompt:ty),* $(,)?) => {
        $crate::__private::prompts(&[
            $($(#[$attribute])* $crate::__private::prompt::<$prompt>,)*
        ])
    };
}

/// One prompt of a list; rustc points at a type that is none.
pub fn prompt<T: PromptFn>() -> Prompt {
    T::prompt()
}

/// What `prompts!` gives.
#[must_use]
pub fn prompts(prompts: &[fn() -> Prompt]) -> Vec<Prompt> {
    prompts.iter().map(|prompt| prompt()).collect()
}
