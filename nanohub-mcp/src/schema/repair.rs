//! Lossless repair of what hosts do to arguments: everything as a string, integers as floats (A01, A02).
//!
//! Works on the JSON text, so that what needs no repair stays as it was written, to the last digit.

use std::fmt::Write as _;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::schema::lookup::resolve;
use crate::schema::number::{integer, is_number};
use crate::schema::walk::types;

/// How deep repair looks.
const DEEPEST: usize = 64;

/// The text repaired toward the schema, where there was something to repair.
pub(crate) fn repair(json: &str, schema: &Value, root: &Value) -> Option<String> {
    value(json, schema, root, 0)
}

fn value(json: &str, schema: &Value, root: &Value, depth: usize) -> Option<String> {
    let schema = resolve(schema, root);
    if depth > DEEPEST {
        return None;
    }
    match json.as_bytes().first()? {
        b'"' => text(json, schema, root, depth),
        b'{' => object(json, schema, root, depth),
        b'[' => array(json, schema, root, depth),
        b'-' | b'0'..=b'9' => {
            let wanted = wanted(schema, root);
            let repaired = (wanted.contains(&"integer") && !wanted.contains(&"number"))
                .then(|| integer(json))
                .flatten()?
                .to_string();
            (repaired != json).then_some(repaired)
        }
        _ => None,
    }
}

/// Types that the schema takes, in any branch.
fn wanted<'a>(schema: &'a Value, root: &'a Value) -> Vec<&'a str> {
    fn collect<'a>(schema: &'a Value, root: &'a Value, depth: usize, all: &mut Vec<&'a str>) {
        let Value::Object(object) = resolve(schema, root) else { return };
        let here = types(object);
        let branches: Vec<_> =
            ["anyOf", "oneOf"].iter().filter_map(|union| object.get(*union)?.as_array()).flatten().collect();
        if here.is_empty() && branches.is_empty() {
            // Takes anything, strings among it.
            all.push("string");
        }
        all.extend(here);
        if depth < 8 {
            for branch in branches {
                collect(branch, root, depth + 1, all);
            }
        }
    }
    let mut all = Vec::new();
    collect(schema, root, 0, &mut all);
    all
}

/// A string where the schema takes none.
fn text(json: &str, schema: &Value, root: &Value, depth: usize) -> Option<String> {
    let wanted = wanted(schema, root);
    if wanted.contains(&"string") {
        return None;
    }
    let inner: String = serde_json::from_str(json).ok()?;
    let inner = inner.trim();
    match inner.as_bytes().first()? {
        b'{' if wanted.contains(&"object") => {}
        b'[' if wanted.contains(&"array") => {}
        b'-' | b'0'..=b'9' if wanted.contains(&"number") => {
            return is_number(inner).then(|| inner.to_owned());
        }
        b'-' | b'0'..=b'9' if wanted.contains(&"integer") => return integer(inner).map(|n| n.to_string()),
        b't' | b'f' if wanted.contains(&"boolean") => {
            return matches!(inner, "true" | "false").then(|| inner.to_owned());
        }
        _ => return None,
    }
    // Also checks that it is JSON.
    let raw: &RawValue = serde_json::from_str(inner).ok()?;
    Some(value(raw.get(), schema, root, depth + 1).unwrap_or_else(|| raw.get().to_owned()))
}

fn object(json: &str, schema: &Value, root: &Value, depth: usize) -> Option<String> {
    let members: Members<'_> = serde_json::from_str(json).ok()?;
    let schema = branch(&members, schema, root, 0);
    let schema = schema.as_object()?;
    let named = schema.get("properties").and_then(Value::as_object);
    let rest = schema.get("additionalProperties").filter(|rest| rest.is_object());
    let required = schema.get("required").and_then(Value::as_array);

    let (mut repaired, mut changed) = (String::from("{"), false);
    for (name, raw) in &members.0 {
        let schema = named.and_then(|named| named.get(name)).or(rest);
        // Null is how some hosts leave out what is optional.
        let optional = !required.is_some_and(|required| required.iter().any(|known| known == name));
        if raw.get() == "null"
            && optional
            && named.is_some_and(|named| named.contains_key(name))
            && schema.is_some_and(|schema| !nullable(schema, root))
        {
            changed = true;
            continue;
        }
        if repaired.len() > 1 {
            repaired.push(',');
        }
        let _ = write!(repaired, "{}:", Value::from(name.as_str()));
        match schema.and_then(|schema| value(raw.get(), schema, root, depth + 1)) {
            Some(better) => {
                changed = true;
                repaired.push_str(&better);
            }
            None => repaired.push_str(raw.get()),
        }
    }
    repaired.push('}');
    changed.then_some(repaired)
}

fn nullable(schema: &Value, root: &Value) -> bool {
    let schema = resolve(schema, root);
    schema.as_object().is_none_or(Map::is_empty) || wanted(schema, root).contains(&"null")
}

fn array(json: &str, schema: &Value, root: &Value, depth: usize) -> Option<String> {
    let items: Vec<&RawValue> = serde_json::from_str(json).ok()?;
    let all = |schema: &Value| schema.get("items").is_some() || schema.get("prefixItems").is_some();
    let branches = ["anyOf", "oneOf"].iter().filter_map(|union| schema.get(union)?.as_array()).flatten();
    let schema = std::iter::once(schema)
        .chain(branches)
        .map(|schema| resolve(schema, root))
        .find(|schema| all(schema))?;
    let places = schema.get("prefixItems").and_then(Value::as_array);

    let (mut repaired, mut changed) = (String::from("["), false);
    for (index, raw) in items.iter().enumerate() {
        if index > 0 {
            repaired.push(',');
        }
        let schema = places.and_then(|places| places.get(index)).or_else(|| schema.get("items"));
        match schema.and_then(|schema| value(raw.get(), schema, root, depth + 1)) {
            Some(better) => {
                changed = true;
                repaired.push_str(&better);
            }
            None => repaired.push_str(raw.get()),
        }
    }
    repaired.push(']');
    changed.then_some(repaired)
}

/// The branch of a union that an object was meant for: by the values of its tags, then by its names.
fn branch<'a>(members: &Members<'_>, schema: &'a Value, root: &'a Value, depth: usize) -> &'a Value {
    let schema = resolve(schema, root);
    let Some(branches) = ["anyOf", "oneOf"].iter().find_map(|union| schema.get(union)?.as_array()) else {
        return schema;
    };
    if depth > 8 {
        return schema;
    }
    let score = |branch: &&Value| {
        let Some(properties) = branch.get("properties").and_then(Value::as_object) else { return i64::MIN };
        let mut score = 0;
        for (name, raw) in &members.0 {
            score += if properties.contains_key(name) { 1 } else { -1 };
            let tag = properties.get(name).and_then(|tag| tag.get("enum")?.as_array());
            if let Some([only]) = tag.map(Vec::as_slice) {
                let sent: Result<Value, _> = serde_json::from_str(raw.get());
                score += if sent.is_ok_and(|sent| sent == *only) { 100 } else { -100 };
            }
        }
        for name in branch.get("required").and_then(Value::as_array).into_iter().flatten() {
            if !members.0.iter().any(|(known, _)| name == known) {
                score -= 10;
            }
        }
        score
    };
    let branches = branches.iter().map(|branch| resolve(branch, root));
    // `max_by_key` takes the last of equals; serde, the first.
    branches.rev().max_by_key(score).map_or(schema, |best| branch(members, best, root, depth + 1))
}

/// The members of an object in order.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> serde::Deserialize<'de> for Members<'a> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Vec<(String, &'de RawValue)>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(members)
            }
        }

        deserializer.deserialize_map(Visitor).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn repaired(json: &str, schema: &Value) -> Option<String> {
        repair(json, schema, schema)
    }

    #[test]
    fn integers_are_repaired_without_loss() {
        let integer = || json!({"type": "integer"});
        for (json, expected) in [
            ("5.0", Some("5")),
            ("1e3", Some("1000")),
            ("\"5\"", Some("5")),
            ("\" 5.0 \"", Some("5")),
            ("\"9007199254740993\"", Some("9007199254740993")),
            ("5.5", None),
            ("\"5.5\"", None),
            ("\"five\"", None),
            ("true", None),
        ] {
            assert_eq!(repaired(json, &integer()).as_deref(), expected, "{json}");
        }
        assert_eq!(repaired("\"3.5\"", &json!({"type": "number"})).as_deref(), Some("3.5"));
        assert_eq!(repaired("\"true\"", &json!({"type": "boolean"})).as_deref(), Some("true"));
        assert_eq!(repaired("5", &json!({"type": "string"})), None);
        assert_eq!(repaired("\"5\"", &json!({"type": ["string", "integer"]})), None);
    }

    #[test]
    fn repair_reaches_everywhere() {
        let schema = json!({
            "type": "object",
            "properties": {
                "a": {"type": "array", "items": {"type": "integer"}},
                "o": {"type": "integer"},
                "big": {"type": "integer"},
                "s": {"type": "string"},
                "u": {"anyOf": [
                    {"type": "object", "properties": {"kind": {"enum": ["a"]}, "x": {"type": "string"}}},
                    {"type": "object", "properties": {"kind": {"enum": ["b"]}, "x": {"type": "integer"}}}
                ]}
            },
            "required": ["a"]
        });
        let json = r#"{"a":"[1.0, 2]","o":null,"big":340282366920938463463374607431768211455,"s":"{}","u":{"kind":"b","x":"3"}}"#;
        assert_eq!(
            repaired(json, &schema).as_deref(),
            Some(
                r#"{"a":[1,2],"big":340282366920938463463374607431768211455,"s":"{}","u":{"kind":"b","x":3}}"#
            )
        );
    }
}
