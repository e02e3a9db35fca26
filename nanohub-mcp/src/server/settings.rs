use std::net::Ipv6Addr;
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

impl Settings {
    /// What is set to something that can never hold, in words for the author.
    pub(crate) fn problems(&self) -> Vec<String> {
        let said = |call: &str, text: &str, problem: String| format!("`.{call}({text:?})`: {problem}");
        let mut problems = Vec::new();
        if let Err(problem) = check_path_prefix(&self.path_prefix) {
            problems.push(said("path_prefix", &self.path_prefix, problem));
        }
        for host in &self.allowed_hosts {
            problems.extend(check_host(host).err().map(|problem| said("allow_host", host, problem)));
        }
        for origin in &self.allowed_origins {
            problems.extend(check_origin(origin).err().map(|problem| said("allow_origin", origin, problem)));
        }
        problems
    }
}

/// Whether it is the path of a URL.
pub(crate) fn check_path_prefix(text: &str) -> Result<(), String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/-._~%!$&'()+,;=:@".contains(c);
    if text.contains("//") || !text.chars().all(plain) {
        return Err("write the path of a URL alone, as in `/tools/weather`".into());
    }
    Ok(())
}

/// Whether it is an entry of the list of hosts: `*`, `*.domain`, `host` or `host:port`.
pub(crate) fn check_host(text: &str) -> Result<(), String> {
    if text == "*" || text.parse::<Ipv6Addr>().is_ok() {
        return Ok(());
    }
    if text.contains("//") {
        return Err("write the host alone, without a scheme".into());
    }
    let known = match text.strip_prefix("*.") {
        // Any port, always.
        Some(domain) => is_authority(domain) && !domain.contains(':'),
        None => is_authority(text),
    };
    if known {
        return Ok(());
    }
    Err("this is no host: write `mcp.example.org`, `mcp.example.org:8443`, `*.example.org`, or `*` for any"
        .into())
}

/// Whether it is an entry of the list of origins: `*` or `scheme://host[:port]`.
pub(crate) fn check_origin(text: &str) -> Result<(), String> {
    if text == "*" {
        return Ok(());
    }
    if text == "null" {
        return Err("any page can be of the origin `null`, so it is never let in".into());
    }
    let scheme = |scheme: &str| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    };
    let origin = text.strip_suffix('/').unwrap_or(text).split_once("://");
    if origin.is_some_and(|(name, host)| scheme(name) && is_authority(host)) {
        return Ok(());
    }
    Err("an origin is a scheme and a host, as in `https://example.org`, or `*` for any".into())
}

/// `host`, `host:port`, `[v6]` or `[v6]:port`.
fn is_authority(text: &str) -> bool {
    let (host, rest) = match text.strip_prefix('[') {
        Some(rest) => match rest.split_once(']') {
            Some((host, rest)) if host.parse::<Ipv6Addr>().is_ok() => (host, rest),
            _ => return false,
        },
        None => text.split_at(text.find(':').unwrap_or(text.len())),
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._:".contains(c);
    let port = rest.is_empty() || rest.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok());
    !host.is_empty() && host.chars().all(plain) && port
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_origins_and_paths_are_told_from_what_is_none() {
        for good in ["*", "*.example.org", "mcp.example.org", "a_b:8443", "::1", "[::1]", "[::1]:80"] {
            assert_eq!(check_host(good), Ok(()), "{good}");
        }
        for bad in ["", "https://x/y", "x/y", "a b", "x:y", "x:99999", "*.", "*x", "*.x:80", "u@x"] {
            assert!(check_host(bad).is_err(), "{bad}");
        }
        for good in ["*", "https://example.org", "http://[::1]:80/", "vscode-webview://abc"] {
            assert_eq!(check_origin(good), Ok(()), "{good}");
        }
        for bad in ["", "foo", "null", "https://", "https://x/y", "https://x?y", "://x", "https://a b"] {
            assert!(check_origin(bad).is_err(), "{bad}");
        }
        for good in ["", "/lab", "/lab/batch", "lab"] {
            assert_eq!(check_path_prefix(good), Ok(()), "{good}");
        }
        for bad in ["/a b", "/a?b", "/a#b", "/a//b", "/{a}"] {
            assert!(check_path_prefix(bad).is_err(), "{bad}");
        }
    }
}
