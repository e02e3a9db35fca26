use std::collections::HashMap;
use std::sync::Arc;

use crate::ctx::state::States;
use crate::prompt::Prompt;
use crate::server::builder::check_lent;

/// A prompt that was checked.
#[derive(Debug)]
pub(crate) struct RegisteredPrompt {
    pub(crate) prompt: Prompt,
    /// Whether it borrows the context of its call.
    pub(crate) has_context: bool,
}

impl RegisteredPrompt {
    /// Checks one prompt; the faults are all there are of it.
    pub(crate) fn new(prompt: Prompt, states: &States) -> Result<Self, Vec<String>> {
        let mut faults = Vec::new();
        let has_context = check_lent(&prompt.lent, states, &mut faults);
        if faults.is_empty() {
            return Ok(Self { prompt, has_context });
        }
        let subject = format!("prompt `{}`, {}", prompt.name, prompt.source);
        Err(faults.into_iter().map(|fault| format!("{subject}: {fault}")).collect())
    }
}

/// The prompts of a server, in the order in which they were added.
#[derive(Debug, Default)]
pub(crate) struct PromptCatalogue {
    /// Whether there are or have been any: what was announced stays.
    offered: bool,
    prompts: Vec<Arc<RegisteredPrompt>>,
    by_name: HashMap<&'static str, usize>,
}

impl PromptCatalogue {
    /// Puts prompts together, or says which two have one name.
    pub(crate) fn new(prompts: Vec<Arc<RegisteredPrompt>>, offered: bool) -> Result<Self, Vec<String>> {
        let mut catalogue = Self { offered: offered || !prompts.is_empty(), ..Self::default() };
        let mut problems = Vec::new();
        for registered in prompts {
            let Prompt { name, source, .. } = &registered.prompt;
            if let Some(first) = catalogue.get(name) {
                let first = first.prompt.source;
                problems.push(format!("two prompts are named `{name}`: {first} and {source}"));
                continue;
            }
            catalogue.by_name.insert(name, catalogue.prompts.len());
            catalogue.prompts.push(registered);
        }
        if problems.is_empty() { Ok(catalogue) } else { Err(problems) }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Arc<RegisteredPrompt>> {
        self.by_name.get(name).map(|index| &self.prompts[*index])
    }

    pub(crate) fn is_offered(&self) -> bool {
        self.offered
    }

    pub(crate) fn prompts(&self) -> &[Arc<RegisteredPrompt>] {
        &self.prompts
    }

    /// Whether any of it can be completed.
    pub(crate) fn completes(&self) -> bool {
        self.prompts
            .iter()
            .any(|registered| registered.prompt.arguments.iter().any(|argument| argument.completer.is_some()))
    }
}
