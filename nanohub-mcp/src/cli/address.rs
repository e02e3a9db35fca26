use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

/// Where to listen, as it was written: a name stays a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Address {
    pub(super) host: Host,
    pub(super) port: u16,
}

/// A name or an IP address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Host {
    Name(String),
    Ip(IpAddr),
}

impl Host {
    /// Whether it stands for every address of the machine.
    pub(super) fn is_wildcard(&self) -> bool {
        matches!(self, Self::Ip(ip) if ip.to_canonical().is_unspecified())
    }

    /// Whether only this machine reaches it.
    pub(super) fn is_loopback(&self) -> bool {
        match self {
            Self::Name(name) => name.eq_ignore_ascii_case("localhost"),
            Self::Ip(ip) => ip.to_canonical().is_loopback(),
        }
    }

    /// The host that a client on this machine puts into a URL.
    pub(super) fn in_url(&self) -> String {
        match self {
            Self::Ip(IpAddr::V6(_)) if self.is_wildcard() => "[::1]".into(),
            _ if self.is_wildcard() => "127.0.0.1".into(),
            _ => self.to_string(),
        }
    }
}

impl FromStr for Host {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
        if let Ok(ip) = bare.parse() {
            return Ok(Self::Ip(ip));
        }
        if text.is_empty() {
            return Err("write `127.0.0.1` for this machine only, or `0.0.0.0` for every interface".into());
        }
        if text.contains("//") {
            return Err("write the host alone, without a scheme".into());
        }
        if text.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok()) {
            return Err(format!("to give host and port at once, write `--addr {text}`"));
        }
        if text.contains(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_'))) {
            return Err("this is neither a host name nor an IP address".into());
        }
        Ok(Self::Name(text.into()))
    }
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.parse::<u16>().is_ok() {
            return Err(format!("write `127.0.0.1:{text}`, or `--port {text}`"));
        }
        if text.parse::<Ipv6Addr>().is_ok() {
            return Err(format!("an IPv6 address stands in brackets before its port: `[{text}]:8000`"));
        }
        let Some((host, port)) = text.rsplit_once(':') else {
            return Err(format!("write the port too, as in `{text}:8000`, or `--host {text}`"));
        };
        let port = port.parse().map_err(|_| "a port is a number from 0 to 65535".to_owned())?;
        Ok(Self { host: host.parse()?, port })
    }
}

/// As it stands in a URL and in `Host`.
impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Ip(IpAddr::V4(ip)) => ip.fmt(f),
            Self::Ip(IpAddr::V6(ip)) => write!(f, "[{ip}]"),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_written_as_they_are_read() {
        for text in ["127.0.0.1:8000", "[::1]:0", "localhost:80", "mcp.example.org:65535", "0.0.0.0:1"] {
            assert_eq!(text.parse::<Address>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_address_says_what_to_write() {
        for (text, hint) in [
            ("8000", "`--port 8000`"),
            ("localhost", "`localhost:8000`"),
            (":8000", "`0.0.0.0`"),
            ("::1", "`[::1]:8000`"),
            ("http://localhost:8000", "without a scheme"),
            ("localhost:65536", "0 to 65535"),
            ("a b:1", "neither"),
        ] {
            let error = text.parse::<Address>().unwrap_err();
            assert!(error.contains(hint), "{text}: {error}");
        }
        assert!("localhost:80".parse::<Host>().unwrap_err().contains("`--addr localhost:80`"));
    }

    #[test]
    fn hosts_know_who_reaches_them() {
        let host = |text: &str| text.parse::<Host>().unwrap();
        for loopback in ["127.0.0.1", "127.9.9.9", "::1", "[::1]", "::ffff:127.0.0.1", "localhost"] {
            assert!(host(loopback).is_loopback() && !host(loopback).is_wildcard(), "{loopback}");
        }
        for wildcard in ["0.0.0.0", "::"] {
            assert!(host(wildcard).is_wildcard() && !host(wildcard).is_loopback(), "{wildcard}");
        }
        assert_eq!(host("0.0.0.0").in_url(), "127.0.0.1");
        assert_eq!(host("::").in_url(), "[::1]");
        assert_eq!(host("10.0.0.7").in_url(), "10.0.0.7");
    }
}
