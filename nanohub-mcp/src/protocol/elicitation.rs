//! Answers to `elicitation/create` (2025-11-25, elicitation; 2026-07-28 carries the same object).

use serde_json::{Map, Value};

/// What the person did with a question.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ElicitResult {
    /// Content is present for forms, absent for URLs.
    Accept(Option<Map<String, Value>>),
    Decline,
    Cancel,
}

impl ElicitResult {
    /// Reads a client's result; the error says in words what is wrong with it.
    ///
    /// Content beside a decline or a cancel is never looked at, and an unknown action is an error: it
    /// must never pass for one of the three.
    pub(crate) fn read(result: &Value) -> Result<Self, &'static str> {
        let result = result.as_object().ok_or("the answer is not an object")?;
        match result.get("action").and_then(Value::as_str) {
            Some("accept") => match result.get("content") {
                None | Some(Value::Null) => Ok(Self::Accept(None)),
                Some(Value::Object(content)) => Ok(Self::Accept(Some(content.clone()))),
                Some(_) => Err("`content` is not an object"),
            },
            Some("decline") => Ok(Self::Decline),
            Some("cancel") => Ok(Self::Cancel),
            _ => Err("`action` is none of `accept`, `decline` and `cancel`"),
        }
    }
}

/// Whether a URL is one that a person can open: absolute, http or https, with a host.
pub(crate) fn is_web_url(url: &str) -> bool {
    url.parse::<http::Uri>().is_ok_and(|uri| {
        matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some_and(|host| !host.is_empty())
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn content_of_a_decline_is_never_looked_at() {
        for content in [json!(null), json!({}), json!({"x": "bad"}), json!(5)] {
            assert_eq!(
                ElicitResult::read(&json!({"action": "decline", "content": content})),
                Ok(ElicitResult::Decline)
            );
            assert_eq!(
                ElicitResult::read(&json!({"action": "cancel", "content": content})),
                Ok(ElicitResult::Cancel)
            );
        }
    }

    #[test]
    fn unknown_actions_are_errors() {
        for answer in
            [json!({"action": "reject"}), json!({}), json!(null), json!("accept"), json!({"action": 1})]
        {
            assert!(ElicitResult::read(&answer).is_err(), "{answer}");
        }
    }

    #[test]
    fn only_absolute_web_urls_are_shown() {
        for good in ["https://nanohub.org/login?x=1#y", "http://127.0.0.1:8000/"] {
            assert!(is_web_url(good), "{good}");
        }
        for bad in
            ["", "/login", "nanohub.org", "javascript:alert(1)", "file:///etc/passwd", "https://", "a b"]
        {
            assert!(!is_web_url(bad), "{bad}");
        }
    }
}
