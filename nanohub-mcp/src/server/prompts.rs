//! Prompts of a server: their list, and what gets them.

pub(crate) mod catalogue;
pub(crate) mod get;

use std::sync::{Arc, PoisonError};

use serde_json::value::RawValue;

use crate::codec;
use crate::codec::result::Shape;
use crate::jsonrpc::ErrorObject;
use crate::prompt::Prompt;
use crate::server::paging::{Page, members};
use crate::server::params::ListParams;
use crate::server::prompts::catalogue::{PromptCatalogue, RegisteredPrompt};
use crate::server::{BuildError, Server};
use crate::session::Session;

impl Server {
    /// Adds a prompt to the running server, at the end of the list, and tells clients that the list changed.
    ///
    /// # Errors
    ///
    /// As [`ServerBuilder::build`](crate::ServerBuilder::build): a name that is taken, state that is not
    /// registered. The server goes on as it was.
    pub fn add_prompt(&self, prompt: Prompt) -> Result<(), BuildError> {
        let prompt = RegisteredPrompt::new(prompt, &self.inner.states).map_err(BuildError::new)?;
        self.change_prompts(|prompts| prompts.push(Arc::new(prompt))).map_err(BuildError::new)?;
        self.prompts_changed();
        Ok(())
    }

    /// Takes a prompt out of the running server and tells clients; `false` where there is none of that name.
    #[allow(clippy::must_use_candidate, reason = "that it is gone is what matters")]
    pub fn remove_prompt(&self, name: &str) -> bool {
        let removed = self.change_prompts(|prompts| {
            let before = prompts.len();
            prompts.retain(|registered| registered.prompt.name != name);
            before != prompts.len()
        });
        // Fewer than before cannot contradict each other.
        let removed = removed.unwrap_or(false);
        if removed {
            self.prompts_changed();
        }
        removed
    }

    /// Changes the prompts under one lock, so that no other change is lost.
    fn change_prompts<T>(
        &self,
        change: impl FnOnce(&mut Vec<Arc<RegisteredPrompt>>) -> T,
    ) -> Result<T, Vec<String>> {
        let mut current = self.inner.prompts.write().unwrap_or_else(PoisonError::into_inner);
        let mut prompts = current.prompts().to_vec();
        let result = change(&mut prompts);
        *current = Arc::new(PromptCatalogue::new(prompts, current.is_offered())?);
        Ok(result)
    }

    /// The prompts that there are right now.
    pub(crate) fn prompts(&self) -> Arc<PromptCatalogue> {
        Arc::clone(&self.inner.prompts.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn has_prompts(&self) -> bool {
        self.prompts().is_offered()
    }

    pub(crate) fn list_prompts(
        &self,
        session: &Session,
        params: Option<&RawValue>,
    ) -> Result<String, ErrorObject> {
        self.list_of_prompts(&Shape::session(session.caller.revision), params)
    }

    pub(crate) fn list_prompts_stateless(&self, params: Option<&RawValue>) -> Result<String, ErrorObject> {
        self.list_of_prompts(&Shape::stateless(self.server_info()), params)
    }

    fn list_of_prompts(&self, shape: &Shape<'_>, params: Option<&RawValue>) -> Result<String, ErrorObject> {
        let ListParams { cursor } = ListParams::read(params)?;
        let catalogue = self.prompts();
        let page = Page::of(catalogue.prompts(), name, self.settings().page_size, cursor.as_deref())?;
        let listed = |registered: &Arc<RegisteredPrompt>| {
            serde_json::to_value(codec::prompt::prompt(&registered.prompt, shape.revision()))
                .expect("wire types serialise")
        };
        let caching = shape.is_stateless().then(|| self.caching());
        Ok(shape.complete(&members(&page, "prompts", listed, caching)))
    }
}

fn name(registered: &Arc<RegisteredPrompt>) -> &str {
    registered.prompt.name
}
