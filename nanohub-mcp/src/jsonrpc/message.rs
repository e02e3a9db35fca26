use std::borrow::Cow;

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::jsonrpc::{ErrorCode, ErrorObject, RequestId};

/// One message of a peer, its parameters not yet read.
#[derive(Debug)]
pub(crate) enum Message<'a> {
    Request(Request<'a>),
    Notification { method: Cow<'a, str>, params: Option<&'a RawValue> },
    Response(Response<'a>),
}

/// A request of a peer.
#[derive(Debug)]
pub(crate) struct Request<'a> {
    pub(crate) id: RequestId,
    pub(crate) method: Cow<'a, str>,
    pub(crate) params: Option<&'a RawValue>,
}

/// A peer's answer to a request of ours.
#[derive(Debug)]
pub(crate) struct Response<'a> {
    pub(crate) id: RequestId,
    pub(crate) outcome: Result<&'a RawValue, RemoteError>,
}

/// The `error` of a peer's response.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct RemoteError {
    pub(crate) code: i64,
    #[serde(default)]
    pub(crate) message: String,
}

/// A message that is not one: what to answer, and to which id where it could be read.
#[derive(Debug)]
pub(crate) struct Malformed {
    pub(crate) id: Option<RequestId>,
    pub(crate) error: ErrorObject,
}

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow, default)]
    jsonrpc: Option<Cow<'a, str>>,
    // `null` is a value here, not an absence: such a request is refused, not taken for a notification.
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    method: Option<&'a RawValue>,
    #[serde(borrow, default)]
    params: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    result: Option<&'a RawValue>,
    #[serde(borrow, default)]
    error: Option<&'a RawValue>,
}

/// Takes `null` for a value: whoever sends it means something by it.
pub(crate) fn present<'de: 'a, 'a, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<&'a RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

/// The member of ours that an object has more than once, where that is why it cannot be read.
pub(crate) fn twice(error: &serde_json::Error) -> Option<String> {
    let text = error.to_string();
    let (name, _) = text.strip_prefix("duplicate field `")?.split_once('`')?;
    Some(name.to_owned())
}

impl<'a> Message<'a> {
    /// Reads one message from text that may be anything.
    pub(crate) fn parse(text: &'a str) -> Result<Self, Malformed> {
        // A derived struct would also be read from an array.
        if text.trim_ascii_start().starts_with('[') {
            let error = match serde_json::from_str::<&RawValue>(text) {
                Ok(_) => ErrorObject::invalid_request("a batch is not accepted here: send one message"),
                Err(_) => ErrorObject::new(ErrorCode::ParseError, "the message is not valid JSON"),
            };
            return Err(Malformed { id: None, error });
        }
        let envelope: Envelope<'a> = serde_json::from_str(text).map_err(|error| Malformed {
            id: None,
            // Of what is not JSON at all, the start may be a value of another kind.
            error: if error.is_data() && serde_json::from_str::<&RawValue>(text).is_ok() {
                ErrorObject::invalid_request(match twice(&error) {
                    Some(name) => format!("not a JSON-RPC 2.0 message: `{name}` must be there once"),
                    None if text.trim_ascii_start().starts_with('{') => {
                        // All other members are read as they are.
                        "not a JSON-RPC 2.0 message: `jsonrpc` must be \"2.0\"".into()
                    }
                    None => "not a JSON-RPC 2.0 message: expected one object".to_owned(),
                })
            } else {
                ErrorObject::new(ErrorCode::ParseError, "the message is not valid JSON")
            },
        })?;
        envelope.classify()
    }
}

impl<'a> Envelope<'a> {
    fn classify(self) -> Result<Message<'a>, Malformed> {
        let id = self.id.map(RequestId::from_json);
        let refuse = |message: &str| Malformed {
            id: id.clone().flatten(),
            error: ErrorObject::invalid_request(message),
        };
        if self.jsonrpc.as_deref() != Some("2.0") {
            return Err(refuse("`jsonrpc` must be \"2.0\""));
        }
        if id == Some(None) {
            return Err(refuse("`id` must be a string or an integer"));
        }
        if let Some(method) = self.method {
            let Ok(method) = serde_json::from_str::<Text<'a>>(method.get()) else {
                return Err(refuse("`method` must be a string"));
            };
            let method = method.0;
            // An explicit null is what some clients send for "no parameters".
            let params = self.params.filter(|params| params.get() != "null");
            if params.is_some_and(|params| !params.get().starts_with(['{', '['])) {
                return Err(refuse("`params` must be an object"));
            }
            return Ok(match id.flatten() {
                Some(id) => Message::Request(Request { id, method, params }),
                None => Message::Notification { method, params },
            });
        }
        let Some(id) = id.clone().flatten() else {
            return Err(refuse("a message needs a `method`, or an `id` with a `result` or an `error`"));
        };
        let outcome = match (self.result, self.error) {
            (Some(result), None) => Ok(result),
            // JSON-RPC 1.0 has both, one of them null.
            (result, Some(error)) if result.is_none_or(|result| result.get() == "null") => {
                Err(serde_json::from_str(error.get())
                    .unwrap_or(RemoteError { code: 0, message: String::new() }))
            }
            _ => {
                return Err(Malformed {
                    id: Some(id),
                    error: ErrorObject::invalid_request("a response has either a `result` or an `error`"),
                });
            }
        };
        Ok(Message::Response(Response { id, outcome }))
    }
}

#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// Renders a response with a result that is already JSON text.
pub(crate) fn success(id: &RequestId, result: &str) -> Bytes {
    let id = id.as_json();
    let mut text = String::with_capacity(result.len() + id.len() + 36);
    text.push_str(r#"{"jsonrpc":"2.0","id":"#);
    text.push_str(id);
    text.push_str(r#","result":"#);
    text.push_str(result);
    text.push('}');
    text.into()
}

/// Renders a response.
pub(crate) fn response(id: &RequestId, result: Result<impl AsRef<str>, ErrorObject>) -> Bytes {
    match result {
        Ok(result) => success(id, result.as_ref()),
        Err(error) => failure(Some(id), &error),
    }
}

/// Renders an error response. Without a readable id there is none (2026-07-28, basic, *Error Responses*).
pub(crate) fn failure(id: Option<&RequestId>, error: &ErrorObject) -> Bytes {
    #[derive(Serialize)]
    struct Failure<'a> {
        jsonrpc: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<&'a RequestId>,
        error: &'a ErrorObject,
    }
    render(&Failure { jsonrpc: "2.0", id, error })
}

/// Renders a notification.
pub(crate) fn notification(method: &str, params: &impl Serialize) -> Bytes {
    #[derive(Serialize)]
    struct Notification<'a, P> {
        jsonrpc: &'static str,
        method: &'a str,
        params: &'a P,
    }
    render(&Notification { jsonrpc: "2.0", method, params })
}

/// Renders a request of the server's own.
pub(crate) fn request(id: &RequestId, method: &str, params: &impl Serialize) -> Bytes {
    #[derive(Serialize)]
    struct Outgoing<'a, P> {
        jsonrpc: &'static str,
        id: &'a RequestId,
        method: &'a str,
        params: &'a P,
    }
    render(&Outgoing { jsonrpc: "2.0", id, method, params })
}

fn render(message: &impl Serialize) -> Bytes {
    // Only maps with keys that are no strings and failing `Serialize` impls can fail; all of ours are plain.
    serde_json::to_vec(message).expect("wire types serialise").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_apart() {
        assert!(matches!(
            Message::parse(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#),
            Ok(Message::Request(_))
        ));
        assert!(matches!(
            Message::parse(r#"{"jsonrpc":"2.0","method":"x","params":{}}"#),
            Ok(Message::Notification { .. })
        ));
        assert!(matches!(
            Message::parse(r#"{"jsonrpc":"2.0","id":"a","result":{}}"#),
            Ok(Message::Response(_))
        ));
    }

    #[test]
    fn faults_say_what_is_wrong_and_keep_the_id() {
        let code = |text: &str| {
            let malformed = Message::parse(text).unwrap_err();
            (malformed.error.code as i32, malformed.id.map(|id| id.to_string()))
        };
        let message = |text: &str| Message::parse(text).unwrap_err().error.message;
        let twice = message(r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"x"}"#);
        assert_eq!(twice, "not a JSON-RPC 2.0 message: `id` must be there once");
        assert!(message(r#"{"jsonrpc":2,"id":1,"method":"x"}"#).ends_with("`jsonrpc` must be \"2.0\""));
        assert!(message("5").ends_with("expected one object"));
        assert_eq!(code("{"), (-32700, None));
        assert_eq!(code("\"jsonrpc\": \"2.0\","), (-32700, None));
        assert_eq!(code("[]"), (-32600, None));
        assert_eq!(code(r#"{"id":7,"method":"x"}"#), (-32600, Some("7".into())));
        assert_eq!(code(r#"{"jsonrpc":"2.0","id":null,"method":"x"}"#), (-32600, None));
        assert_eq!(code(r#"{"jsonrpc":"2.0","id":1.5,"method":"x"}"#), (-32600, None));
        assert_eq!(code(r#"{"jsonrpc":"2.0","id":1,"method":["x"]}"#), (-32600, Some("1".into())));
        assert_eq!(code(r#"{"jsonrpc":"2.0","id":1,"method":"x","params":5}"#), (-32600, Some("1".into())));
        assert_eq!(code(r#"{"jsonrpc":"2.0","id":1}"#), (-32600, Some("1".into())));
    }
}
