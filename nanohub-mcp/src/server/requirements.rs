//! What a tool demands of its client: `#[tool(requires(..))]`.

use serde_json::{Map, Value, json};

use crate::protocol::ClientCapabilities;
use crate::tool::Tool;
use crate::tool::definition::Requirement;

/// What a client lacks.
pub(crate) struct Missing {
    /// In words, for the model.
    pub(crate) text: String,
    /// As the capabilities that it would have to declare.
    pub(crate) capabilities: Value,
}

/// What a client lacks to call a tool, if it lacks anything.
pub(crate) fn missing(tool: &Tool, declared: &ClientCapabilities) -> Option<Missing> {
    let mut capabilities = Map::new();
    let mut words = Vec::new();
    for requirement in &tool.requires {
        let (has, word) = match requirement {
            Requirement::Elicitation => (declared.form(), "forms (`elicitation.form`)"),
            Requirement::Url => (declared.url(), "opening URLs (`elicitation.url`)"),
            Requirement::Sampling => (declared.sampling(), "sampling (`sampling`)"),
            Requirement::Roots => (declared.roots(), "listing roots (`roots`)"),
        };
        if has {
            continue;
        }
        words.push(word);
        // Modes are named one by one: `elicitation: {}` would say forms only.
        let mut elicitation = |mode: &str| {
            capabilities.entry("elicitation").or_insert_with(|| json!({}))[mode] = json!({});
        };
        match requirement {
            Requirement::Elicitation => elicitation("form"),
            Requirement::Url => elicitation("url"),
            Requirement::Sampling => drop(capabilities.insert("sampling".into(), json!({}))),
            Requirement::Roots => drop(capabilities.insert("roots".into(), json!({}))),
        }
    }
    (!words.is_empty()).then(|| Missing {
        text: format!("`{}` needs a client that declares {}", tool.name, words.join(" and ")),
        capabilities: Value::Object(capabilities),
    })
}
