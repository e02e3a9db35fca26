//! What a request must be like before anybody reads it. Pure functions of its head.
//!
//! A page in a user's browser can reach a server on loopback, by its name or, with DNS rebinding, by the
//! page's own: `Origin` and `Host` give it away (2025-11-25, transports, *Security Warning*).

use http::header::{CONTENT_TYPE, HOST, ORIGIN};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, StatusCode};

use crate::server::settings::Settings;
use crate::transport::http::authority::Authority;
use crate::transport::http::refused::Refused;

/// Whether the page that sends the request, if one does, may.
pub(crate) fn check_origin(parts: &Parts, settings: &Settings) -> Result<(), Refused> {
    if parts.headers.get_all(ORIGIN).iter().all(|origin| is_allowed_origin(origin, settings)) {
        return Ok(());
    }
    tracing::warn!(origin = ?parts.headers.get(ORIGIN), "refused a request of a page whose origin is not allowed");
    Err(Refused::new(
        StatusCode::FORBIDDEN,
        "requests from this origin are not allowed; the operator can add it with `allow_origin`",
    ))
}

/// Whether pages of an origin may call.
pub(crate) fn is_allowed_origin(origin: &HeaderValue, settings: &Settings) -> bool {
    let allowed = &settings.allowed_origins;
    if allowed.iter().any(|entry| entry == "*") {
        return true;
    }
    let Ok(origin) = origin.to_str() else { return false };
    // Sandboxed frames and local files of anybody are `null`.
    if origin == "null" {
        return false;
    }
    // Any port of loopback: browsers let such a page read nothing without CORS, and cannot be made to think
    // that a page is one.
    let (scheme, rest) = origin.split_once("://").unwrap_or_default();
    let is_web = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    if is_web && Authority::parse(rest).is_some_and(|authority| authority.is_loopback()) {
        return true;
    }
    allowed.iter().any(|entry| entry.strip_suffix('/').unwrap_or(entry).eq_ignore_ascii_case(origin))
}

/// Whether the request is meant for this server.
///
/// Every name that the request has counts, since HTTP/2 has `:authority`, an absolute request target has its
/// own, and routers in front may keep either. One without any is no browser's.
pub(crate) fn check_host(parts: &Parts, settings: &Settings) -> Result<(), Refused> {
    let target = parts.uri.authority().map(http::uri::Authority::as_str);
    let mut hosts = parts.headers.get_all(HOST).iter();
    let named = hosts.next();
    if hosts.next().is_some() {
        // RFC 9112, 3.2
        return Err(Refused::new(StatusCode::BAD_REQUEST, "a request has one `Host`"));
    }
    let served = |host: &str| {
        Authority::parse(host).is_some_and(|authority| {
            authority.is_loopback()
                || settings.allowed_hosts.iter().any(|entry| authority.is_covered_by(entry))
        })
    };
    if target.is_none_or(served) && named.is_none_or(|named| named.to_str().is_ok_and(served)) {
        return Ok(());
    }
    tracing::warn!(host = ?named, target, "refused a request for a host that is not served");
    Err(Refused::new(
        StatusCode::FORBIDDEN,
        "requests for this host are not served; the operator can add it with `allow_host`",
    ))
}

/// Whether the body is JSON, as far as its type says.
///
/// What a page can send without asking first (`text/plain`, forms, no type at all) is refused where a page
/// sends it; plain `curl -d` says form although it sends JSON.
pub(crate) fn check_content_type(headers: &HeaderMap) -> Result<(), Refused> {
    let by_page = headers.contains_key(ORIGIN);
    let accepted = match headers.get(CONTENT_TYPE).map(HeaderValue::to_str) {
        None => !by_page,
        Some(Ok(value)) => {
            let essence = value.split(';').next().unwrap_or_default().trim();
            essence.eq_ignore_ascii_case("application/json")
                || (!by_page && essence.eq_ignore_ascii_case("application/x-www-form-urlencoded"))
        }
        Some(Err(_)) => false,
    };
    if accepted {
        return Ok(());
    }
    Err(Refused::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "`Content-Type` must be application/json"))
}

#[cfg(test)]
mod tests {
    use http::{Request, Version};

    use super::*;

    fn parts(uri: &str, headers: &[(&str, &str)]) -> Parts {
        let mut request = Request::builder().uri(uri);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(()).unwrap().into_parts().0
    }

    fn status(result: Result<(), Refused>) -> u16 {
        result.map_or_else(|refused| refused.status.as_u16(), |()| 200)
    }

    #[test]
    fn h04_hosts_that_are_not_ours_are_refused() {
        let by_default = Settings::default();
        let opened =
            Settings { allowed_hosts: vec!["mcp.internal".into(), "*.test".into()], ..Settings::default() };
        let any = Settings { allowed_hosts: vec!["*".into()], ..Settings::default() };
        for (host, expected, expected_opened) in [
            ("localhost:3000", 200, 200),
            ("127.0.0.1", 200, 200),
            ("[::1]:3000", 200, 200),
            ("evil.test", 403, 200),
            ("mcp.internal", 403, 200),
            ("mcp.internal:8443", 403, 200),
            ("0.0.0.0:3000", 403, 403),
            ("localhost@evil.org", 403, 403),
            ("", 403, 403),
        ] {
            let parts = parts("/mcp", &[("host", host)]);
            assert_eq!(status(check_host(&parts, &by_default)), expected, "{host}");
            assert_eq!(status(check_host(&parts, &opened)), expected_opened, "{host}");
        }
        assert_eq!(status(check_host(&parts("/mcp", &[("host", "0.0.0.0")]), &any)), 200);
        assert_eq!(status(check_host(&parts("/mcp", &[("host", "a"), ("host", "a")]), &any)), 400);
    }

    #[test]
    fn h04_the_authority_of_http2_counts() {
        let by_default = Settings::default();
        let mut good = parts("http://localhost:3000/mcp", &[]);
        good.version = Version::HTTP_2;
        assert_eq!(status(check_host(&good, &by_default)), 200);
        let evil = parts("http://evil.test/mcp", &[]);
        assert_eq!(status(check_host(&evil, &by_default)), 403);
        // Neither name hides the other.
        let both = parts("http://evil.test/mcp", &[("host", "localhost")]);
        assert_eq!(status(check_host(&both, &by_default)), 403);
        let both = parts("http://localhost/mcp", &[("host", "evil.test")]);
        assert_eq!(status(check_host(&both, &by_default)), 403);
        assert_eq!(status(check_host(&parts("/mcp", &[]), &by_default)), 200);
    }

    #[test]
    fn origins_are_checked_where_there_is_one() {
        let by_default = Settings::default();
        let opened = Settings {
            allowed_origins: vec!["https://App.example.org/".into(), "vscode-webview://abc".into()],
            ..Settings::default()
        };
        let any = Settings { allowed_origins: vec!["*".into()], ..Settings::default() };
        for (origin, expected, expected_opened) in [
            ("http://localhost:5173", 200, 200),
            ("https://127.0.0.1", 200, 200),
            ("HTTP://[::1]:8080", 200, 200),
            ("https://app.example.org", 403, 200),
            ("https://app.example.org:8443", 403, 403),
            ("http://app.example.org", 403, 403),
            ("vscode-webview://abc", 403, 200),
            ("http://localhost.evil.org", 403, 403),
            ("http://evil.org/localhost", 403, 403),
            ("chrome-extension://localhost", 403, 403),
            ("http://0.0.0.0:8000", 403, 403),
            ("localhost", 403, 403),
            ("null", 403, 403),
            ("", 403, 403),
        ] {
            let parts = parts("/mcp", &[("origin", origin)]);
            assert_eq!(status(check_origin(&parts, &by_default)), expected, "{origin}");
            assert_eq!(status(check_origin(&parts, &opened)), expected_opened, "{origin}");
            assert_eq!(status(check_origin(&parts, &any)), 200, "{origin}");
        }
        assert_eq!(status(check_origin(&parts("/mcp", &[]), &by_default)), 200);
        let two = parts("/mcp", &[("origin", "http://localhost"), ("origin", "http://evil.org")]);
        assert_eq!(status(check_origin(&two, &by_default)), 403);
    }

    #[test]
    fn h03_bodies_must_say_that_they_are_json() {
        for (content_type, expected, expected_by_page) in [
            (Some("application/json"), 200, 200),
            (Some("application/json;charset=UTF-8"), 200, 200),
            (Some("Application/JSON ; charset=utf-8"), 200, 200),
            (Some("application/x-www-form-urlencoded"), 200, 415),
            (None, 200, 415),
            (Some("text/plain"), 415, 415),
            (Some("text/plain; application/json"), 415, 415),
            (Some("multipart/form-data"), 415, 415),
            (Some("application/jsonx"), 415, 415),
            (Some(""), 415, 415),
        ] {
            let mut headers: Vec<_> = content_type.map(|value| ("content-type", value)).into_iter().collect();
            assert_eq!(
                status(check_content_type(&parts("/", &headers).headers)),
                expected,
                "{content_type:?}"
            );
            headers.push(("origin", "http://localhost"));
            let by_page = parts("/", &headers).headers;
            assert_eq!(status(check_content_type(&by_page)), expected_by_page, "{content_type:?}");
        }
    }
}
