//! Makes one schema of several that all hold: a reference and its siblings, `allOf`, `flatten`.

use serde_json::{Map, Value};

/// Keywords that say something of a value without restricting it.
pub(crate) const ANNOTATIONS: [&str; 9] = [
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "$comment",
    "x-mcp-header",
];

/// Keywords of which the greater restricts more.
const GREATER: [&str; 5] = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"];

/// Keywords of which the smaller restricts more.
const SMALLER: [&str; 5] = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"];

/// Adds to `schema` what `other` asks for as well. Where both annotate, `other` does: it is nearer to the
/// use.
///
/// What cannot be merged (two unions) goes to `allOf`.
pub(crate) fn merge(schema: &mut Map<String, Value>, other: Map<String, Value>) {
    for (keyword, theirs) in other {
        let Some(ours) = schema.get_mut(&keyword) else {
            schema.insert(keyword, theirs);
            continue;
        };
        if *ours == theirs {
            continue;
        }
        match (keyword.as_str(), ours, theirs) {
            ("properties" | "patternProperties" | "$defs", Value::Object(ours), Value::Object(theirs)) => {
                merge_named(ours, theirs);
            }
            ("required", Value::Array(ours), Value::Array(theirs)) => {
                for name in theirs {
                    if !ours.contains(&name) {
                        ours.push(name);
                    }
                }
            }
            ("type", ours, theirs) => *ours = both_types(ours, &theirs),
            ("enum", Value::Array(ours), Value::Array(theirs)) => ours.retain(|value| theirs.contains(value)),
            // Every part of a flattened struct knows its own fields only: what closes one part must not
            // shut out the other's (S16), and a part that takes any name opens the whole.
            ("additionalProperties", ours, theirs) => {
                if *ours == Value::Bool(false) {
                    *ours = theirs;
                }
            }
            ("allOf", Value::Array(ours), Value::Array(theirs)) => ours.extend(theirs),
            ("not", ours, theirs) => *ours = serde_json::json!({"anyOf": [ours.take(), theirs]}),
            ("anyOf" | "oneOf", _, theirs) => {
                let mut part = Map::new();
                part.insert(keyword, theirs);
                if let Value::Array(all) = schema.entry("allOf").or_insert_with(|| Value::Array(Vec::new())) {
                    all.push(Value::Object(part));
                }
            }
            (annotation, ours, theirs) if ANNOTATIONS.contains(&annotation) => *ours = theirs,
            (keyword, ours, theirs) => {
                let (a, b) = (ours.as_f64().unwrap_or_default(), theirs.as_f64().unwrap_or_default());
                if (GREATER.contains(&keyword) && b > a) || (SMALLER.contains(&keyword) && b < a) {
                    *ours = theirs;
                }
            }
        }
    }
}

fn merge_named(ours: &mut Map<String, Value>, theirs: Map<String, Value>) {
    for (name, theirs) in theirs {
        match (ours.get_mut(&name), theirs) {
            (Some(Value::Object(ours)), Value::Object(theirs)) => merge(ours, theirs),
            // `true` adds nothing.
            (Some(_), Value::Bool(true)) => {}
            (_, theirs) => {
                ours.insert(name, theirs);
            }
        }
    }
}

/// The types that both name.
fn both_types(ours: &Value, theirs: &Value) -> Value {
    let list = |value: &Value| match value {
        Value::Array(several) => several.clone(),
        one => vec![one.clone()],
    };
    let (ours, theirs) = (list(ours), list(theirs));
    let has = |list: &[Value], name: &str| list.iter().any(|one| one == name);
    let mut both: Vec<_> = ours.iter().filter(|one| theirs.contains(one)).cloned().collect();
    if !has(&both, "integer")
        && (has(&ours, "integer") && has(&theirs, "number")
            || has(&ours, "number") && has(&theirs, "integer"))
    {
        both.push("integer".into());
    }
    match both.len() {
        // Nothing satisfies it; the nearer one is what the author meant.
        0 => theirs.first().cloned().unwrap_or(Value::Null),
        1 => both.remove(0),
        _ => Value::Array(both),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn merged(mut schema: Value, other: Value) -> Value {
        if let (Value::Object(schema), Value::Object(other)) = (&mut schema, other) {
            merge(schema, other);
        }
        schema
    }

    #[test]
    fn closed_parts_close_the_whole_only() {
        let a = json!({"type": "object", "properties": {"q": {}}, "additionalProperties": false});
        let b = json!({"type": "object", "properties": {"n": {}}, "additionalProperties": false, "required": ["n"]});
        assert_eq!(
            merged(a, b),
            json!({"type": "object", "properties": {"q": {}, "n": {}}, "additionalProperties": false, "required": ["n"]})
        );
    }

    #[test]
    fn the_tighter_bound_wins() {
        let a = json!({"type": "number", "minimum": 1, "maximum": 5});
        let b = json!({"type": "integer", "minimum": 0, "maximum": 4});
        assert_eq!(merged(a, b), json!({"type": "integer", "minimum": 1, "maximum": 4}));
    }
}
