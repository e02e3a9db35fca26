use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// The id of a JSON-RPC request: an integer or a string, echoed as it came.
///
/// Integers keep their digits (`18446744073709551615` survives), strings their characters. `null`,
/// fractions, booleans and objects are not ids (2025-11-25, basic, *Requests*).
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct RequestId(Box<str>);

impl RequestId {
    /// Reads an id, or `None` where the JSON value cannot be one.
    pub(crate) fn from_json(raw: &RawValue) -> Option<Self> {
        let text = raw.get();
        if text.starts_with('"') {
            // Escapes are resolved, so that `"\u0061"` and `"a"` are one id when a call is cancelled.
            if text.contains('\\') {
                let id: String = serde_json::from_str(text).ok()?;
                return Some(Self::string(&id));
            }
            return Some(Self(text.into()));
        }
        let digits = text.strip_prefix('-').unwrap_or(text);
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| Self(text.into()))
    }

    /// An id of the server's own.
    pub(crate) fn string(id: &str) -> Self {
        Self(serde_json::Value::from(id).to_string().into())
    }

    /// The id as JSON text.
    pub(crate) fn as_json(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The id as JSON: a string in its quotes, an integer without.
impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for RequestId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let raw: &RawValue = serde_json::from_str(&self.0).map_err(serde::ser::Error::custom)?;
        raw.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<String> {
        let raw: &RawValue = serde_json::from_str(text).unwrap();
        RequestId::from_json(raw).map(|id| serde_json::to_string(&id).unwrap())
    }

    #[test]
    fn integers_and_strings_are_echoed() {
        for text in ["0", "-1", "9007199254740993", "18446744073709551615", r#""""#, r#""abc""#, r#""é""#] {
            assert_eq!(read(text).as_deref(), Some(text));
        }
        assert_eq!(read(r#""\u0061""#).as_deref(), Some(r#""a""#));
    }

    #[test]
    fn nothing_else_is_an_id() {
        for text in ["null", "1.5", "1e3", "true", "{}", "[1]"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
