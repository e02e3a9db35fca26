//! Headers that repeat the body, so that proxies can route by them (2026-07-28, transports, *Standard Request
//! Headers* and *Custom Headers*). One that says something else is refused: whoever routed by it was misled.

use std::borrow::Cow;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use http::{HeaderMap, HeaderName};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::jsonrpc::{ErrorCode, ErrorObject, Request};
use crate::server::Server;

const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");

/// What `Mcp-Name` repeats. Each is read by itself, as whoever serves the method does: what is wrong with
/// other members must not hide it.
#[derive(Deserialize)]
struct Named<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Located<'a> {
    #[serde(borrow)]
    uri: Cow<'a, str>,
}

/// Checks the headers that every request has.
pub(crate) fn check_route(headers: &HeaderMap, request: &Request<'_>) -> Result<(), ErrorObject> {
    check_value(headers, &METHOD, Some(&request.method))?;
    let params = request.params.map_or("{}", RawValue::get);
    let name = match &*request.method {
        "tools/call" | "prompts/get" => serde_json::from_str(params).map(|Named { name }| name),
        "resources/read" => serde_json::from_str(params).map(|Located { uri }| uri),
        _ => return Ok(()),
    };
    // A request without a name is refused for that by whoever reads it.
    name.map_or(Ok(()), |name: Cow<'_, str>| check_encoded(headers, &NAME, Some(&name)))
}

/// Checks the header of a notification, which need not have it (2026-07-28, transports, *Sending Messages*).
pub(crate) fn check_notification(headers: &HeaderMap, method: &str) -> Result<(), ErrorObject> {
    if headers.contains_key(METHOD) { check_value(headers, &METHOD, Some(method)) } else { Ok(()) }
}

/// Checks the headers that repeat arguments of a tool.
pub(crate) fn check_arguments(
    server: &Server,
    headers: &HeaderMap,
    request: &Request<'_>,
) -> Result<(), ErrorObject> {
    #[derive(Deserialize)]
    struct Params<'a> {
        #[serde(borrow)]
        name: Cow<'a, str>,
        #[serde(borrow, default)]
        arguments: Option<&'a RawValue>,
    }
    if request.method != "tools/call" {
        return Ok(());
    }
    let Some(Ok(params)) = request.params.map(|params| serde_json::from_str::<Params<'_>>(params.get()))
    else {
        return Ok(());
    };
    let catalogue = server.catalogue();
    let Some(registered) = catalogue.get(&params.name) else { return Ok(()) };
    if registered.mirrored.is_empty() {
        return Ok(());
    }
    let arguments: Value =
        params.arguments.and_then(|arguments| serde_json::from_str(arguments.get()).ok()).unwrap_or_default();
    for mirrored in &registered.mirrored {
        let value = find(&arguments, &mirrored.pointer).filter(|value| !value.is_null());
        let name = HeaderName::try_from(format!("mcp-param-{}", mirrored.header.to_ascii_lowercase()))
            .map_err(|_| mismatch(&mirrored.header))?;
        match value {
            // Sent as text, whatever the model made of it.
            Some(Value::String(text)) => check_encoded(headers, &name, Some(&text))?,
            Some(Value::Number(number)) => check_number(headers, &name, &number)?,
            Some(Value::Bool(flag)) => {
                check_value(headers, &name, Some(if flag { "true" } else { "false" }))?;
            }
            // Of another type than is declared: the arguments' own check says so.
            Some(_) => {}
            None => check_encoded(headers, &name, None)?,
        }
    }
    Ok(())
}

/// The argument that a path leads to. An object on the way may have come as text: the tool gets the object.
fn find(value: &Value, pointer: &[String]) -> Option<Value> {
    match (pointer.split_first(), value) {
        (None, value) => Some(value.clone()),
        (Some((key, rest)), Value::String(text)) => {
            find(serde_json::from_str::<Value>(text).ok()?.get(key)?, rest)
        }
        (Some((key, rest)), value) => find(value.get(key)?, rest),
    }
}

/// Checks a header against what the body has.
pub(crate) fn check_value(
    headers: &HeaderMap,
    name: &HeaderName,
    expected: Option<&str>,
) -> Result<(), ErrorObject> {
    (single(headers, name)? == expected).then_some(()).ok_or_else(|| mismatch(name.as_str()))
}

/// Checks a header whose value may be encoded.
fn check_encoded(headers: &HeaderMap, name: &HeaderName, expected: Option<&str>) -> Result<(), ErrorObject> {
    let value = single(headers, name)?.map(|value| decode(value).ok_or_else(|| mismatch(name.as_str())));
    (value.transpose()?.as_deref() == expected).then_some(()).ok_or_else(|| mismatch(name.as_str()))
}

/// Numbers are equal where their values are: `42` and `42.0`.
fn check_number(
    headers: &HeaderMap,
    name: &HeaderName,
    expected: &serde_json::Number,
) -> Result<(), ErrorObject> {
    let value = single(headers, name)?.and_then(|value| value.parse::<serde_json::Number>().ok());
    let equal = value.is_some_and(|value| {
        if value == *expected {
            return true;
        }
        // Two integers that are not the same are different; beyond 2^53 they may have one float.
        (value.is_f64() || expected.is_f64())
            && value
                .as_f64()
                .zip(expected.as_f64())
                .is_some_and(|(value, expected)| value.total_cmp(&expected).is_eq())
    });
    equal.then_some(()).ok_or_else(|| mismatch(name.as_str()))
}

/// The one value of a header. Two are none: readers of the first and of the last would disagree.
fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, ErrorObject> {
    let mut values = headers.get_all(name).iter();
    let value = values.next();
    if values.next().is_some() {
        return Err(mismatch(name.as_str()));
    }
    value.map(|value| value.to_str().map(str::trim).map_err(|_| mismatch(name.as_str()))).transpose()
}

/// Decodes `=?base64?…?=`; anything that is not exactly that is what it is.
fn decode(value: &str) -> Option<Cow<'_, str>> {
    let Some(encoded) = value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?=")) else {
        return Some(Cow::Borrowed(value));
    };
    String::from_utf8(BASE64_STANDARD.decode(encoded).ok()?).ok().map(Cow::Owned)
}

fn mismatch(header: &str) -> ErrorObject {
    ErrorObject::new(
        ErrorCode::HeaderMismatch,
        format!("header mismatch: `{header}` is missing or does not say what the body says"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap())).collect()
    }

    #[test]
    fn encoded_values_are_decoded_strictly() {
        for (value, expected, fits) in [
            ("=?base64?SGVsbG8=?=", "Hello", true),
            ("=?base64?SGVsbG8?=", "Hello", false),
            ("=?base64?SGVs!G8=?=", "Hello", false),
            ("SGVsbG8=", "SGVsbG8=", true),
            ("SGVsbG8=", "Hello", false),
            ("=?base64?SGVsbG8=", "=?base64?SGVsbG8=", true),
            ("=?BASE64?SGVsbG8=?=", "=?BASE64?SGVsbG8=?=", true),
            ("  padded  ", "padded", true),
            ("Add", "add", false),
        ] {
            let headers = headers(&[("mcp-name", value)]);
            assert_eq!(check_encoded(&headers, &NAME, Some(expected)).is_ok(), fits, "{value}");
        }
    }

    #[test]
    fn numbers_are_compared_by_value_and_copies_refused() {
        let number = |text: &str| text.parse::<serde_json::Number>().unwrap();
        let fits = |value: &str, expected: &str| {
            check_number(&headers(&[("mcp-name", value)]), &NAME, &number(expected)).is_ok()
        };
        assert!(fits("42", "42.0") && fits("42.0", "42") && fits("4.2e1", "42"));
        assert!(!fits("43", "42") && !fits("x", "42") && !fits("9007199254740993", "9007199254740992"));
        let mut twice = headers(&[("mcp-method", "ping")]);
        twice.append(METHOD, "ping".parse().unwrap());
        assert!(check_value(&twice, &METHOD, Some("ping")).is_err());
    }
}
