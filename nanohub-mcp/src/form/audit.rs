//! Holds a form that goes out against what the specification and known clients allow.

use serde_json::{Map, Value};

/// What breaks a rule of a form's `requestedSchema`, in words. `titled` says whether the dialect has titled
/// choices, lists of choices and defaults of every kind (2025-11-25 on), or not (2025-06-18).
#[must_use]
pub fn audit_form(schema: &Value, titled: bool) -> Vec<String> {
    let mut faults = Vec::new();
    let Some(root) = schema.as_object() else { return vec!["the schema is no object".into()] };
    only(root, &["type", "properties", "required"], "the root", &mut faults);
    if root.get("type") != Some(&Value::from("object")) {
        faults.push("the root's type is not `object`".into());
    }
    let Some(properties) = root.get("properties").and_then(Value::as_object) else {
        faults.push("the root has no properties".into());
        return faults;
    };
    if let Some(required) = root.get("required") {
        let known = |name: &Value| name.as_str().is_some_and(|name| properties.contains_key(name));
        if !required.as_array().is_some_and(|names| !names.is_empty() && names.iter().all(known)) {
            faults.push("`required` is empty or names what there is not".into());
        }
    }
    for (name, property) in properties {
        match property.as_object() {
            Some(property) => field(name, property, titled, &mut faults),
            None => faults.push(format!("`{name}` is no object")),
        }
    }
    faults
}

fn field(name: &str, property: &Map<String, Value>, titled: bool, faults: &mut Vec<String>) {
    let kind = property.get("type").and_then(Value::as_str).unwrap_or_default();
    let mut allowed = vec!["type", "title", "description"];
    if titled || kind == "boolean" {
        allowed.push("default");
    }
    match kind {
        "boolean" => {}
        "integer" | "number" => allowed.extend(["minimum", "maximum"]),
        "string" if property.contains_key("oneOf") && titled => allowed.push("oneOf"),
        "string" if property.contains_key("enum") => allowed.extend(["enum", "enumNames"]),
        "string" => allowed.extend(["minLength", "maxLength", "format"]),
        "array" if titled => {
            allowed.extend(["items", "minItems", "maxItems"]);
            let items = property.get("items").and_then(Value::as_object);
            match items {
                Some(items) if items.contains_key("anyOf") => only(items, &["anyOf"], name, faults),
                Some(items) => only(items, &["type", "enum"], name, faults),
                None => faults.push(format!("`{name}` is a list of nothing")),
            }
        }
        _ => faults.push(format!("`{name}` is of no kind that a form has")),
    }
    only(property, &allowed, name, faults);
    if let Some(format) = property.get("format").and_then(Value::as_str)
        && !["email", "uri", "date", "date-time"].contains(&format)
    {
        faults.push(format!("`{name}` has a format that forms do not have"));
    }
    for bound in ["minimum", "maximum"] {
        const EXACT: f64 = 9_007_199_254_740_991.0;
        if property.get(bound).and_then(Value::as_f64).is_some_and(|value| value.abs() > EXACT) {
            faults.push(format!("`{bound}` of `{name}` is beyond what every client can hold"));
        }
    }
}

fn only(members: &Map<String, Value>, allowed: &[&str], place: &str, faults: &mut Vec<String>) {
    let more = members.keys().filter(|key| !allowed.contains(&key.as_str()));
    faults.extend(more.map(|key| format!("`{key}` does not belong to `{place}`")));
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_belongs_passes_and_the_rest_is_named() {
        let good = json!({"type": "object", "properties": {
            "a": {"type": "string", "format": "email"},
            "b": {"type": "boolean", "default": true},
            "c": {"type": "string", "enum": ["x"]},
        }, "required": ["a"]});
        assert_eq!(audit_form(&good, true), [""; 0]);
        assert_eq!(audit_form(&good, false), [""; 0]);
        let bad = json!({"type": "object", "title": "Form", "properties": {
            "a": {"type": "string", "pattern": "x", "format": "uuid"},
            "b": {"type": "object", "properties": {}},
            "c": {"type": ["string", "null"]},
        }, "required": []});
        assert_eq!(audit_form(&bad, true).len(), 7, "{:?}", audit_form(&bad, true));
        let newer = json!({"type": "object", "properties": {
            "a": {"type": "integer", "default": 1},
            "b": {"type": "array", "items": {"type": "string", "enum": ["x"]}},
        }});
        assert_eq!(audit_form(&newer, true), [""; 0]);
        assert!(audit_form(&newer, false).len() >= 2);
    }
}
