//! Tools that come and go while the server runs.

use std::sync::{Arc, PoisonError};

use crate::server::builder::register;
use crate::server::catalogue::{Catalogue, Registered};
use crate::server::{BuildError, Server};
use crate::tool::Tool;

impl Server {
    /// Adds a tool to the running server, at the end of the list, and tells clients that the list changed.
    ///
    /// # Errors
    ///
    /// As [`ServerBuilder::build`](crate::ServerBuilder::build): a name that is taken, state that is not
    /// registered, schemas that contradict themselves. The server goes on as it was.
    pub fn add_tool(&self, tool: Tool) -> Result<(), BuildError> {
        let tool = register(tool, &self.inner.states, &self.inner.schemas).map_err(BuildError::new)?;
        self.change(|tools| {
            if let Some(taken) = tools.iter().find(|other| other.tool.name == tool.tool.name) {
                let problem = format!(
                    "two tools are named `{}`: {} and {}",
                    tool.tool.name, taken.tool.source, tool.tool.source
                );
                return Err(BuildError::new(vec![problem]));
            }
            tools.push(Arc::new(tool));
            Ok(())
        })?;
        self.tools_changed();
        Ok(())
    }

    /// Takes a tool out of the running server and tells clients; `false` where there is none of that name.
    /// Calls that run already go on.
    #[allow(clippy::must_use_candidate, reason = "that it is gone is what matters")]
    pub fn remove_tool(&self, name: &str) -> bool {
        let removed = self.change(|tools| {
            let before = tools.len();
            tools.retain(|tool| tool.tool.name != name);
            before != tools.len()
        });
        if removed {
            self.tools_changed();
        }
        removed
    }

    /// Changes the list of tools under one lock, so that no other change is lost.
    fn change<T>(&self, change: impl FnOnce(&mut Vec<Arc<Registered>>) -> T) -> T {
        let mut current = self.inner.catalogue.write().unwrap_or_else(PoisonError::into_inner);
        let mut tools = current.tools().to_vec();
        let result = change(&mut tools);
        *current = Arc::new(Catalogue::new(tools, current.offers_tools()));
        result
    }
}
