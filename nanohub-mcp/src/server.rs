//! The server: tools, resources, prompts, state and settings, and what it answers. Knows of no transport.

pub(crate) mod batch;
pub(crate) mod build_error;
pub(crate) mod builder;
pub(crate) mod call;
pub(crate) mod catalogue;
pub(crate) mod completion;
pub(crate) mod dispatch;
pub(crate) mod initialize;
pub(crate) mod listen;
pub(crate) mod operation;
pub(crate) mod paging;
pub(crate) mod params;
pub(crate) mod prompts;
pub(crate) mod requirements;
pub(crate) mod resources;
pub(crate) mod round;
pub(crate) mod settings;
pub(crate) mod stateless;
pub(crate) mod tools;

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use serde_json::Value;

pub use build_error::BuildError;
pub use builder::ServerBuilder;
pub use settings::CacheScope;

use crate::ctx::OnceStore;
use crate::ctx::state::States;
use crate::elicit::completion::Completions;
use crate::protocol::Implementation;
use crate::schema::SchemaSettings;
use crate::server::catalogue::Catalogue;
use crate::server::listen::Subscriptions;
use crate::server::prompts::catalogue::PromptCatalogue;
use crate::server::resources::catalogue::ResourceCatalogue;
use crate::server::settings::Settings;
use crate::session::store::Sessions;
use crate::stateless::seal::Seal;

/// An MCP server: cheap to clone, all clones are one server.
///
/// ```
/// use nanohub_mcp::{Server, tool, tools};
///
/// /// Add two integers.
/// #[tool(read_only, inline)]
/// fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// # fn main() -> Result<(), nanohub_mcp::BuildError> {
/// let server = Server::builder("calculator", env!("CARGO_PKG_VERSION")).tools(tools![add]).build()?;
/// # let _ = server;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Server {
    inner: Arc<Inner>,
}

#[derive(Clone)]
struct Inner {
    identity: Implementation,
    /// The identity as every result of the stateless era carries it.
    server_info: Value,
    instructions: Option<String>,
    /// Replaced as a whole when a tool comes or goes; calls keep the one that they started with.
    catalogue: Arc<RwLock<Arc<Catalogue>>>,
    /// The same for resources and for prompts.
    resources: Arc<RwLock<Arc<ResourceCatalogue>>>,
    prompts: Arc<RwLock<Arc<PromptCatalogue>>>,
    states: Arc<States>,
    schemas: SchemaSettings,
    settings: Settings,
    sessions: Arc<Sessions>,
    completions: Arc<Completions>,
    subscriptions: Arc<Subscriptions>,
    once_store: Option<Arc<dyn OnceStore>>,
    seal: Arc<Seal>,
}

impl Server {
    /// Starts to build a server of that name and version.
    pub fn builder(name: impl Into<String>, version: impl Into<String>) -> ServerBuilder {
        ServerBuilder::new(name.into(), version.into())
    }

    /// The server's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.inner.identity.name
    }

    /// The server's version.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.inner.identity.version
    }

    /// Notes that what a user was sent to with a URL is done; `false` where the id is unknown.
    ///
    /// The page behind the URL calls it. It wakes questions that wait for it
    /// ([`completed`](crate::AskUrl::completed)) and tells clients that listen for it (2025-11-25).
    #[allow(clippy::must_use_candidate, reason = "most pages have nothing to do about an unknown id")]
    pub fn complete_elicitation(&self, id: &str) -> bool {
        self.inner.completions.complete(id)
    }

    /// The same server with other settings: what is registered, open sessions and waiting questions stay
    /// shared with its clones, so that a callback route made before still wakes them.
    #[cfg(feature = "cli")]
    pub(crate) fn reconfigured(self, change: impl FnOnce(&mut Settings)) -> Self {
        let mut inner = Arc::unwrap_or_clone(self.inner);
        change(&mut inner.settings);
        Self { inner: Arc::new(inner) }
    }

    /// Whether any server of this process has a tool running that nothing can stop.
    #[cfg(feature = "cli")]
    pub(crate) fn is_blocked() -> bool {
        crate::ctx::driver::is_blocked()
    }

    pub(crate) fn identity(&self) -> &Implementation {
        &self.inner.identity
    }

    /// The identity as every result of the stateless era carries it.
    pub(crate) fn server_info(&self) -> &Value {
        &self.inner.server_info
    }

    /// The tools that there are right now.
    pub(crate) fn catalogue(&self) -> Arc<Catalogue> {
        Arc::clone(&self.inner.catalogue.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn has_tools(&self) -> bool {
        self.catalogue().offers_tools()
    }

    pub(crate) fn completions(&self) -> Arc<Completions> {
        Arc::clone(&self.inner.completions)
    }

    pub(crate) fn seal(&self) -> &Seal {
        &self.inner.seal
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.inner.settings
    }

    pub(crate) fn sessions(&self) -> &Sessions {
        &self.inner.sessions
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("name", &self.name()).finish_non_exhaustive()
    }
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use super::*;

    #[test]
    fn other_settings_are_the_same_server() {
        let built = Server::builder("demo", "1").build().unwrap();
        let server = built.clone().reconfigured(|settings| settings.cors = true);
        assert!(server.settings().cors && !built.settings().cors);
        assert!(Arc::ptr_eq(&server.inner.sessions, &built.inner.sessions));
        assert!(Arc::ptr_eq(&server.inner.completions, &built.inner.completions));
        assert!(Arc::ptr_eq(&server.inner.states, &built.inner.states));
    }
}
