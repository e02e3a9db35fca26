//! The server: tools, state and settings, and what it answers. Knows of no transport.

pub(crate) mod batch;
pub(crate) mod builder;
pub(crate) mod call;
pub(crate) mod catalogue;
pub(crate) mod dispatch;
pub(crate) mod initialize;
pub(crate) mod settings;

use std::fmt;
use std::sync::Arc;

pub use builder::{BuildError, ServerBuilder};

use crate::ctx::state::States;
use crate::elicit::completion::Completions;
use crate::protocol::Implementation;
use crate::server::catalogue::Catalogue;
use crate::server::settings::Settings;
use crate::session::store::Sessions;

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
    instructions: Option<String>,
    catalogue: Arc<Catalogue>,
    states: Arc<States>,
    settings: Settings,
    sessions: Arc<Sessions>,
    completions: Arc<Completions>,
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

    pub(crate) fn identity(&self) -> &Implementation {
        &self.inner.identity
    }

    pub(crate) fn catalogue(&self) -> &Catalogue {
        &self.inner.catalogue
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
