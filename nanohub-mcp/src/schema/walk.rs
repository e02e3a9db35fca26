//! Where the schemas inside a schema are: by position, so that a *field* named `type`, `items` or `$ref`
//! is never taken for the keyword.

use serde_json::{Map, Value};

/// Keywords whose value is one schema.
const ONE: [&str; 11] = [
    "additionalProperties",
    "unevaluatedProperties",
    "items",
    "unevaluatedItems",
    "contains",
    "propertyNames",
    "contentSchema",
    "not",
    "if",
    "then",
    "else",
];

/// Keywords whose value is a list of schemas. `items` was one in older drafts.
const LIST: [&str; 5] = ["allOf", "anyOf", "oneOf", "prefixItems", "items"];

/// Keywords whose value is a map from names to schemas.
const NAMED: [&str; 5] = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"];

/// What a keyword's value holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holds {
    One,
    List,
    Named,
    NoSchema,
}

fn holds(keyword: &str, value: &Value) -> Holds {
    match value {
        Value::Array(_) if LIST.contains(&keyword) => Holds::List,
        Value::Object(_) if NAMED.contains(&keyword) => Holds::Named,
        Value::Object(_) | Value::Bool(_) if ONE.contains(&keyword) => Holds::One,
        _ => Holds::NoSchema,
    }
}

/// Calls `visit` with the keyword and every schema directly inside.
pub(crate) fn children<'a>(schema: &'a Map<String, Value>, visit: &mut dyn FnMut(&'a str, &'a Value)) {
    for (keyword, value) in schema {
        match (holds(keyword, value), value) {
            (Holds::One, schema) => visit(keyword, schema),
            (Holds::List, Value::Array(schemas)) => schemas.iter().for_each(|schema| visit(keyword, schema)),
            (Holds::Named, Value::Object(schemas)) => {
                schemas.values().for_each(|schema| visit(keyword, schema));
            }
            _ => {}
        }
    }
}

/// Like [`children`], to change them.
pub(crate) fn children_mut(schema: &mut Map<String, Value>, visit: &mut dyn FnMut(&str, &mut Value)) {
    for (keyword, value) in schema {
        match (holds(keyword, value), value) {
            (Holds::One, schema) => visit(keyword, schema),
            (Holds::List, Value::Array(schemas)) => {
                for schema in schemas {
                    visit(keyword, schema);
                }
            }
            (Holds::Named, Value::Object(schemas)) => {
                schemas.values_mut().for_each(|schema| visit(keyword, schema));
            }
            _ => {}
        }
    }
}

/// The types that a schema names.
pub(crate) fn types(schema: &Map<String, Value>) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// Whether the schema names that type, alone or among others.
pub(crate) fn has_type(schema: &Map<String, Value>, name: &str) -> bool {
    types(schema).contains(&name)
}

/// The name behind a reference into `$defs`.
pub(crate) fn definition_name(reference: &str) -> Option<String> {
    let encoded = reference.strip_prefix("#/$defs/")?;
    let mut bytes = Vec::with_capacity(encoded.len());
    let mut rest = encoded.as_bytes();
    while let [first, tail @ ..] = rest {
        // schemars percent-encodes what a URI fragment cannot hold (`Vec<T>` in a name).
        let digits = tail.get(..2).filter(|_| *first == b'%').and_then(|hex| std::str::from_utf8(hex).ok());
        if let Some(byte) = digits.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            bytes.push(byte);
            rest = &tail[2..];
        } else {
            bytes.push(*first);
            rest = tail;
        }
    }
    String::from_utf8(bytes).ok().map(|name| name.replace("~1", "/").replace("~0", "~"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fields_named_like_keywords_are_no_keywords() {
        let schema = json!({"type": "object", "properties": {"items": {"type": "string"}, "$ref": true}});
        let mut seen = Vec::new();
        children(schema.as_object().expect("an object"), &mut |keyword, schema| {
            seen.push((keyword, schema.clone()));
        });
        assert_eq!(seen, [("properties", json!({"type": "string"})), ("properties", json!(true))]);
    }

    #[test]
    fn names_in_references_are_decoded() {
        assert_eq!(definition_name("#/$defs/Vec%3CT%3E").as_deref(), Some("Vec<T>"));
        assert_eq!(definition_name("#/$defs/a~1b").as_deref(), Some("a/b"));
        assert_eq!(definition_name("https://example.com/a.json"), None);
    }
}
