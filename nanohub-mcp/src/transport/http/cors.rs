//! CORS: what pages of allowed origins may send, and read of the answers. Never credentials: no cookie means
//! anything here. A page of the open web is not granted the way into a private network either.

use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_HEADERS, ALLOW, ORIGIN,
    VARY,
};
use http::{HeaderMap, HeaderValue, StatusCode};

use crate::server::settings::Settings;
use crate::transport::http::guard::is_allowed_origin;
use crate::transport::http::reply::{self, HttpResponse};

const METHODS: HeaderValue = HeaderValue::from_static("GET, POST, DELETE, OPTIONS");
const HEADERS: &str = "content-type, accept, authorization, mcp-session-id, mcp-protocol-version, \
                       last-event-id, mcp-method, mcp-name";
/// The longest that browsers take.
const MAX_AGE: HeaderValue = HeaderValue::from_static("7200");

/// Answers `OPTIONS`, which browsers send without credentials. [`expose`] adds the rest.
pub(crate) fn preflight(headers: &HeaderMap, settings: &Settings) -> HttpResponse {
    let mut response = reply::empty(StatusCode::NO_CONTENT);
    let answer = response.headers_mut();
    answer.insert(ALLOW, METHODS);
    if settings.cors {
        answer.insert(ACCESS_CONTROL_ALLOW_METHODS, METHODS);
        answer.insert(ACCESS_CONTROL_ALLOW_HEADERS, allowed_headers(headers));
        answer.insert(ACCESS_CONTROL_MAX_AGE, MAX_AGE);
        answer.append(VARY, HeaderValue::from_static("Access-Control-Request-Headers"));
    }
    response
}

/// Lets the page that asked read the response, whatever its status. To be called on every response: a page
/// that cannot see why it was refused only sees that the network failed.
pub(crate) fn expose(response: &mut HttpResponse, headers: &HeaderMap, settings: &Settings) {
    if !settings.cors {
        return;
    }
    let answer = response.headers_mut();
    // On all responses, so that no cache gives one origin what was answered to another.
    answer.append(VARY, HeaderValue::from_static("Origin"));
    answer
        .insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("Mcp-Session-Id, WWW-Authenticate"));
    if let Some(origin) = headers.get(ORIGIN).filter(|origin| is_allowed_origin(origin, settings)) {
        answer.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
    }
}

/// Our headers, and those that repeat arguments, which tools name themselves
/// (2026-07-28, transports, *Mcp-Param-\* headers*).
fn allowed_headers(headers: &HeaderMap) -> HeaderValue {
    let mut allowed = HEADERS.to_owned();
    for value in headers.get_all(ACCESS_CONTROL_REQUEST_HEADERS) {
        for name in value.to_str().unwrap_or_default().split(',').map(str::trim) {
            let is_parameter = name.get(..10).is_some_and(|start| start.eq_ignore_ascii_case("mcp-param-"));
            if is_parameter && http::HeaderName::from_bytes(name.as_bytes()).is_ok() {
                allowed.push_str(", ");
                allowed.push_str(name);
            }
        }
    }
    HeaderValue::try_from(allowed).unwrap_or(HeaderValue::from_static(HEADERS))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| (http::HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect()
    }

    fn answer(request: &[(&'static str, &'static str)], cors: bool) -> HeaderMap {
        let settings =
            Settings { cors, allowed_origins: vec!["https://app.test".into()], ..Settings::default() };
        let request = headers(request);
        let mut response = preflight(&request, &settings);
        expose(&mut response, &request, &settings);
        assert_eq!(response.status(), StatusCode::NO_CONTENT);
        response.into_parts().0.headers
    }

    #[test]
    fn h06_a_preflight_allows_what_the_protocol_needs() {
        let asked = [
            ("origin", "https://app.test"),
            ("access-control-request-headers", "mcp-param-region, x-evil,MCP-Param-Two"),
            ("access-control-request-private-network", "true"),
        ];
        let answer = answer(&asked, true);
        assert_eq!(answer["access-control-allow-origin"], "https://app.test");
        assert_eq!(answer["access-control-allow-methods"], "GET, POST, DELETE, OPTIONS");
        assert_eq!(
            answer["access-control-allow-headers"],
            "content-type, accept, authorization, mcp-session-id, mcp-protocol-version, last-event-id, \
             mcp-method, mcp-name, mcp-param-region, MCP-Param-Two"
        );
        assert!(answer.get_all(VARY).iter().any(|value| value == "Origin"));
        assert!(!answer.contains_key("access-control-allow-credentials"));
        assert!(!answer.contains_key("access-control-allow-private-network"));
    }

    #[test]
    fn h06_answers_can_be_read_by_allowed_origins_only() {
        let settings = Settings { cors: true, ..Settings::default() };
        for (origin, allowed) in
            [(Some("http://localhost:1"), true), (Some("https://evil.test"), false), (None, false)]
        {
            let request = headers(&origin.map(|origin| ("origin", origin)).into_iter().collect::<Vec<_>>());
            let mut response = reply::empty(StatusCode::NOT_FOUND);
            expose(&mut response, &request, &settings);
            let answer = response.headers();
            assert_eq!(answer.get(ACCESS_CONTROL_ALLOW_ORIGIN).is_some(), allowed, "{origin:?}");
            assert_eq!(answer[ACCESS_CONTROL_EXPOSE_HEADERS], "Mcp-Session-Id, WWW-Authenticate");
            assert_eq!(answer[VARY], "Origin");
        }
    }

    #[test]
    fn h06_it_is_off_by_default() {
        assert!(!Settings::default().cors);
        let answer = answer(&[("origin", "https://app.test")], false);
        assert_eq!(answer.keys().map(http::HeaderName::as_str).collect::<Vec<_>>(), ["allow"]);
    }
}
