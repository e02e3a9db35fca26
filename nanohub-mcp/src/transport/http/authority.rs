use std::net::{Ipv4Addr, Ipv6Addr};

/// Host and port as `Host`, `:authority` and `Origin` name them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Authority<'a> {
    /// An IPv6 address is without its brackets.
    host: &'a str,
    port: Option<&'a str>,
}

impl<'a> Authority<'a> {
    /// Reads `host`, `host:port`, `[v6]` and `[v6]:port`; user names and anything else are refused.
    pub(crate) fn parse(text: &'a str) -> Option<Self> {
        let (host, rest) = match text.strip_prefix('[') {
            Some(rest) => rest.split_once(']').filter(|(host, _)| host.parse::<Ipv6Addr>().is_ok())?,
            None => text.split_at(text.find(':').unwrap_or(text.len())),
        };
        let port = match rest.strip_prefix(':') {
            Some(port) if port.bytes().all(|byte| byte.is_ascii_digit()) => Some(port),
            None if rest.is_empty() => None,
            _ => return None,
        };
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_:".contains(&byte);
        (!host.is_empty() && host.bytes().all(plain))
            .then_some(Self { host, port: port.filter(|port| !port.is_empty()) })
    }

    /// Whether it names this machine. `0.0.0.0` does not, although connecting to it reaches this machine: it
    /// is what pages use to get past browsers' protection of loopback.
    pub(crate) fn is_loopback(&self) -> bool {
        self.host.eq_ignore_ascii_case("localhost")
            || self.host.parse::<Ipv4Addr>().is_ok_and(|address| address.is_loopback())
            || self.host.parse::<Ipv6Addr>().is_ok_and(|address| address.is_loopback())
    }

    /// Whether an entry of an allow list covers it: `*`, `*.domain`, `host` (any port) or `host:port`.
    pub(crate) fn is_covered_by(&self, entry: &str) -> bool {
        if entry == "*" {
            return true;
        }
        if let Some(domain) = entry.strip_prefix('*').filter(|domain| domain.starts_with('.')) {
            let cut = self.host.len().saturating_sub(domain.len());
            return cut > 0 && self.host.get(cut..).is_some_and(|suffix| suffix.eq_ignore_ascii_case(domain));
        }
        // An IPv6 address may stand there without brackets.
        let allowed = match entry.parse::<Ipv6Addr>() {
            Ok(_) => Authority { host: entry, port: None },
            Err(_) => match Authority::parse(entry) {
                Some(allowed) => allowed,
                None => return false,
            },
        };
        let same_host = match (self.host.parse::<Ipv6Addr>(), allowed.host.parse::<Ipv6Addr>()) {
            (Ok(host), Ok(allowed)) => host == allowed,
            _ => self.host.eq_ignore_ascii_case(allowed.host),
        };
        same_host && (allowed.port.is_none() || allowed.port == self.port)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_host_and_port_are_read() {
        for (text, host, port) in [
            ("localhost", "localhost", None),
            ("localhost:", "localhost", None),
            ("mcp.internal:3000", "mcp.internal", Some("3000")),
            ("[::1]", "::1", None),
            ("[::1]:3000", "::1", Some("3000")),
        ] {
            assert_eq!(Authority::parse(text), Some(Authority { host, port }), "{text}");
        }
        for text in
            ["", ":80", "a:b", "a:1:2", "::1", "[::1", "[::1]x", "[localhost]", "u@localhost", "a/b", "a b"]
        {
            assert_eq!(Authority::parse(text), None, "{text}");
        }
    }

    #[test]
    fn loopback_is_this_machine_only() {
        for (text, expected) in [
            ("LOCALHOST:1", true),
            ("127.0.0.1", true),
            ("127.8.9.10:80", true),
            ("[::1]:3000", true),
            ("0.0.0.0", false),
            ("[::]", false),
            ("127.0.0.1.evil.test", false),
            ("localhost.evil.test", false),
            ("notlocalhost", false),
            ("10.0.0.1", false),
        ] {
            assert_eq!(Authority::parse(text).unwrap().is_loopback(), expected, "{text}");
        }
    }

    #[test]
    fn entries_cover_what_they_name() {
        for (entry, text, expected) in [
            ("*", "anything:1", true),
            ("mcp.internal", "mcp.internal", true),
            ("mcp.internal", "MCP.internal:8443", true),
            ("mcp.internal:8443", "mcp.internal:8443", true),
            ("mcp.internal:8443", "mcp.internal", false),
            ("mcp.internal", "evil-mcp.internal", false),
            ("*.example.org", "a.example.org:1", true),
            ("*.example.org", "a.b.EXAMPLE.org", true),
            ("*.example.org", "example.org", false),
            ("*.example.org", "evilexample.org", false),
            ("fe80::1", "[fe80::1]:80", true),
            ("[fe80::1]", "[fe80:0:0:0::1]", true),
            ("", "a", false),
        ] {
            assert_eq!(Authority::parse(text).unwrap().is_covered_by(entry), expected, "{entry} {text}");
        }
    }
}
