use std::time::Duration;

use serde::Serialize;

use crate::codec::stateless::Caching;
use crate::session::history::Limits;

/// Who may share what a client has kept of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CacheScope {
    /// Nobody: it may be meant for this user alone.
    Private,
    /// Everybody.
    Public,
}

/// What an operator or an author may set; the defaults are safe on a laptop.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    /// Entries per page of a list; `None` for all of them on one.
    pub(crate) page_size: Option<usize>,
    /// What clients may do with lists.
    pub(crate) caching: Caching,
    /// How long a question waits for the user.
    pub(crate) ask_timeout: Duration,
    pub(crate) max_sessions: usize,
    /// How long a session may be idle: nothing runs, nobody is asked, no stream is open.
    pub(crate) session_idle: Duration,
    /// What is kept for clients that come back to a stream.
    pub(crate) history: Limits,
    /// Bytes of a request body.
    pub(crate) max_body: usize,
    /// How long a client may take to send its headers, and again its body.
    pub(crate) read_timeout: Duration,
    /// How long a call may be silent before it is answered with a stream.
    pub(crate) stream_after: Duration,
    /// How long a stream may be silent before a comment keeps it alive.
    pub(crate) keep_alive: Duration,
    /// How long what runs may take to end when the server is shut down.
    pub(crate) shutdown_grace: Duration,
    /// Hosts that are served beside loopback: `host` (any port), `host:port`, `*.domain` or `*`.
    pub(crate) allowed_hosts: Vec<String>,
    /// Origins that browsers may call from, beside loopback; `*` for any.
    pub(crate) allowed_origins: Vec<String>,
    /// Whether browsers of allowed origins may read answers.
    pub(crate) cors: bool,
    /// Whether the HTTP+SSE transport of 2024-11-05 is served too.
    pub(crate) legacy_sse: bool,
    /// Path in front of every route, without a slash at its end; empty for none.
    pub(crate) path_prefix: String,
}

impl Settings {
    /// Sets the path prefix, however its slashes were written.
    pub(crate) fn set_path_prefix(&mut self, prefix: &str) {
        let prefix = prefix.trim_matches('/');
        self.path_prefix = if prefix.is_empty() { String::new() } else { format!("/{prefix}") };
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            page_size: None,
            caching: Caching { ttl_ms: 0, cache_scope: CacheScope::Private },
            ask_timeout: Duration::from_secs(60),
            max_sessions: 10_000,
            session_idle: Duration::from_secs(30 * 60),
            history: Limits { per_stream: 1 << 20, per_session: 4 << 20, keep: Duration::from_secs(5 * 60) },
            max_body: 4 << 20,
            read_timeout: Duration::from_secs(30),
            stream_after: Duration::from_secs(5),
            keep_alive: Duration::from_secs(15),
            shutdown_grace: Duration::from_secs(10),
            allowed_hosts: Vec::new(),
            allowed_origins: Vec::new(),
            cors: false,
            legacy_sse: false,
            path_prefix: String::new(),
        }
    }
}
