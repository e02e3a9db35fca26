use serde_json::{Map, Value};

use crate::protocol::Revision;

/// What a client says that it can do.
///
/// Questions are answered as the client declared them: a bare `elicitation: {}` means forms
/// (2025-11-25, elicitation, *Capabilities*), `{"url": {}}` alone means URLs only.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ClientCapabilities {
    declared: Map<String, Value>,
    revision: Option<Revision>,
}

impl ClientCapabilities {
    /// Reads what was declared under a revision, or `None` where it is not an object.
    pub(crate) fn new(declared: Value, revision: Revision) -> Option<Self> {
        let Value::Object(declared) = declared else { return None };
        Some(Self { declared, revision: Some(revision) })
    }

    /// No capabilities at all.
    pub(crate) fn none(revision: Revision) -> Self {
        Self { declared: Map::new(), revision: Some(revision) }
    }

    /// Whether the client can show forms.
    #[must_use]
    pub fn form(&self) -> bool {
        // Elicitation came with 2025-06-18 and was forms only then.
        if self.revision < Some(Revision::V2025_06_18) {
            return false;
        }
        self.elicitation().is_some_and(|modes| {
            self.revision == Some(Revision::V2025_06_18)
                || modes.contains_key("form")
                || !modes.contains_key("url")
        })
    }

    /// Whether the client can send the user to a URL.
    #[must_use]
    pub fn url(&self) -> bool {
        self.revision >= Some(Revision::V2025_11_25)
            && self.elicitation().is_some_and(|modes| modes.get("url").is_some_and(Value::is_object))
    }

    /// Whether the client can ask its model.
    #[must_use]
    pub fn sampling(&self) -> bool {
        self.declared.get("sampling").is_some_and(Value::is_object)
    }

    /// Whether the client can list its roots.
    #[must_use]
    pub fn roots(&self) -> bool {
        self.declared.get("roots").is_some_and(Value::is_object)
    }

    /// The settings of a protocol extension, where the client declared it.
    #[must_use]
    pub fn extension(&self, id: &str) -> Option<&Value> {
        self.declared.get("extensions")?.get(id)
    }

    /// Everything that was declared, as it came.
    #[must_use]
    pub fn declared(&self) -> &Map<String, Value> {
        &self.declared
    }

    fn elicitation(&self) -> Option<&Map<String, Value>> {
        self.declared.get("elicitation")?.as_object()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn modes_follow_the_declaration() {
        let modes = |declared: Value, revision| {
            let capabilities = ClientCapabilities::new(declared, revision).unwrap();
            (capabilities.form(), capabilities.url())
        };
        for revision in [Revision::V2025_11_25, Revision::V2026_07_28] {
            assert_eq!(modes(json!({}), revision), (false, false));
            assert_eq!(modes(json!({"elicitation": {}}), revision), (true, false));
            assert_eq!(modes(json!({"elicitation": {"form": {}}}), revision), (true, false));
            assert_eq!(modes(json!({"elicitation": {"url": {}}}), revision), (false, true));
            assert_eq!(modes(json!({"elicitation": {"form": {}, "url": {}}}), revision), (true, true));
            assert_eq!(modes(json!({"elicitation": true}), revision), (false, false));
        }
        assert_eq!(modes(json!({"elicitation": {"url": {}}}), Revision::V2025_06_18), (true, false));
        assert_eq!(modes(json!({"elicitation": {}}), Revision::V2025_03_26), (false, false));
    }
}
