use serde_json::Value;

/// How long the values of an enumeration may be together to stand for its type.
const VALUES: usize = 30;

/// Arguments as a person would note them: `a: integer, tags?: string[]`. Optional ones have a `?`.
pub(super) fn arguments(schema: &Value) -> Vec<String> {
    let required = |name: &str| {
        schema["required"].as_array().is_some_and(|required| required.iter().any(|other| other == name))
    };
    let properties = schema["properties"].as_object().into_iter().flatten();
    properties
        .map(|(name, schema)| {
            let optional = if required(name) { "" } else { "?" };
            format!("{name}{optional}: {}", kind(schema))
        })
        .collect()
}

/// A type in a word or two.
fn kind(schema: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.rsplit('/').next().unwrap_or(reference).to_owned();
    }
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<String> = values.iter().map(value).collect();
        let values = values.join("|");
        return if values.chars().count() <= VALUES { values } else { "enum".into() };
    }
    if !schema["const"].is_null() {
        return value(&schema["const"]);
    }
    for union in ["anyOf", "oneOf"] {
        if let Some(choices) = schema[union].as_array() {
            return any_of(choices.iter().map(kind));
        }
    }
    match &schema["type"] {
        Value::String(name) if name == "array" => {
            let item = kind(&schema["items"]);
            if item.contains('|') { format!("({item})[]") } else { format!("{item}[]") }
        }
        Value::String(name) => name.clone(),
        Value::Array(names) => any_of(names.iter().filter_map(Value::as_str).map(str::to_owned)),
        _ if schema["properties"].is_object() => "object".into(),
        _ => "any".into(),
    }
}

fn any_of(kinds: impl Iterator<Item = String>) -> String {
    let mut distinct: Vec<String> = Vec::new();
    for kind in kinds {
        if !distinct.contains(&kind) {
            distinct.push(kind);
        }
    }
    distinct.join("|")
}

fn value(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn types_are_short() {
        for (schema, expected) in [
            (json!({"type": "integer", "minimum": 0}), "integer"),
            (json!({"type": "array", "items": {"type": "string"}}), "string[]"),
            (json!({"type": "array", "items": {"enum": ["a", "b"]}}), "(a|b)[]"),
            (json!({"type": "string", "enum": ["standby", "long"]}), "standby|long"),
            (json!({"enum": ["a value that is rather long", "another one"]}), "enum"),
            (json!({"type": ["string", "null"]}), "string|null"),
            (json!({"anyOf": [{"type": "object"}, {"type": "object"}, {"type": "null"}]}), "object|null"),
            (json!({"$ref": "#/$defs/Node"}), "Node"),
            (json!({"const": 1}), "1"),
            (json!({}), "any"),
        ] {
            assert_eq!(kind(&schema), expected, "{schema}");
        }
    }

    #[test]
    fn optional_arguments_have_a_question_mark() {
        let schema = json!({
            "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}, "required": ["a"]
        });
        assert_eq!(arguments(&schema), ["a: integer", "b?: integer"]);
    }
}
