//! What a schema asks for, in words that a model can act on.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use crate::schema::merge::ANNOTATIONS;
use crate::schema::pointer::shown;
use crate::schema::walk::{definition_name, types};

/// Choices, properties and shapes that are named before the words say "and more".
const MOST: usize = 20;

/// What the schema asks for: "an integer from 1 to 10". `root` holds the definitions.
pub(crate) fn words(schema: &Value, root: &Value) -> String {
    phrase(schema, root, 0)
}

fn phrase(schema: &Value, root: &Value, depth: usize) -> String {
    let Value::Object(schema) = schema else { return "any JSON value".into() };
    if let Some(name) = schema.get("$ref").and_then(Value::as_str).and_then(definition_name) {
        return match root.get("$defs").and_then(|definitions| definitions.get(name)) {
            Some(definition) if depth < 4 => phrase(definition, root, depth + 1),
            _ => "a value of the same kind".into(),
        };
    }
    if let Some(Value::Array(values)) = schema.get("enum") {
        let values: Vec<_> = values.iter().map(Value::to_string).collect();
        return match values.as_slice() {
            [one] => one.clone(),
            _ => format!("one of {}", list(&values, "or")),
        };
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    for union in ["anyOf", "oneOf"] {
        if let Some(Value::Array(branches)) = schema.get(union) {
            if depth >= 4 {
                return "one of several shapes".into();
            }
            let mut shapes: Vec<String> = Vec::new();
            for branch in branches {
                let shape = phrase(branch, root, depth + 1);
                if !shapes.contains(&shape) {
                    shapes.push(shape);
                }
            }
            return list(&shapes, "or");
        }
    }
    let kinds: Vec<_> = types(schema).iter().map(|kind| of_type(kind, schema, root, depth)).collect();
    if kinds.is_empty() {
        // Without a type, what the other keywords are about.
        for (keyword, kind) in [("properties", "object"), ("items", "array"), ("pattern", "string")] {
            if schema.contains_key(keyword) {
                return of_type(kind, schema, root, depth);
            }
        }
        let asks = schema.keys().any(|key| !ANNOTATIONS.contains(&key.as_str()) && key != "$defs");
        return if asks {
            "a value that the schema of the tool allows".into()
        } else {
            "any JSON value".into()
        };
    }
    list(&kinds, "or")
}

fn of_type(name: &str, schema: &Map<String, Value>, root: &Value, depth: usize) -> String {
    match name {
        "integer" => format!("an integer{}", range(schema)),
        "number" => format!("a number{}", range(schema)),
        "boolean" => "true or false".into(),
        "null" => "null".into(),
        "string" => string(schema),
        "array" => array(schema, root, depth),
        "object" => object(schema, root, depth),
        _ => "a value".into(),
    }
}

fn string(schema: &Map<String, Value>) -> String {
    let mut words = String::from("a string");
    if let Some(size) = size(schema, "minLength", "maxLength", "character") {
        words.push_str(" of ");
        words.push_str(&size);
    }
    if let Some(pattern) = schema.get("pattern").and_then(Value::as_str) {
        let _ = write!(words, " that matches `{}`", shown(pattern));
    }
    if let Some(format) = schema.get("format").and_then(Value::as_str) {
        let _ = write!(words, " ({format})");
    }
    words
}

fn array(schema: &Map<String, Value>, root: &Value, depth: usize) -> String {
    let size = size(schema, "minItems", "maxItems", "item").map(|size| format!(" of {size}"));
    let unique = if schema.get("uniqueItems") == Some(&Value::Bool(true)) { ", all different" } else { "" };
    let items = match schema.get("items") {
        Some(items) if depth < 2 && items.as_object().is_some_and(|items| !items.is_empty()) => {
            format!(", each {}", phrase(items, root, depth + 1))
        }
        _ => String::new(),
    };
    format!("an array{}{unique}{items}", size.unwrap_or_default())
}

fn object(schema: &Map<String, Value>, root: &Value, depth: usize) -> String {
    let Some(Value::Object(properties)) = schema.get("properties") else {
        let size = size(schema, "minProperties", "maxProperties", "member");
        return format!("an object{}", size.map(|size| format!(" of {size}")).unwrap_or_default());
    };
    let required: Vec<_> = schema
        .get("required")
        .and_then(Value::as_array)
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let mut names: Vec<_> = Vec::new();
    for (name, property) in properties.iter().filter(|(name, _)| required.contains(&name.as_str())) {
        // The value of a tag is what tells shapes apart.
        let only = property.get("enum").and_then(Value::as_array).filter(|values| values.len() == 1);
        names.push(match only {
            Some(only) => format!("`{}`: {}", shown(name), only[0]),
            None if depth > 0 => format!("`{}` ({})", shown(name), phrase(property, root, depth.max(2) + 1)),
            None => format!("`{}`", shown(name)),
        });
    }
    if names.is_empty() {
        let all: Vec<_> = properties.keys().map(|name| format!("`{}`", shown(name))).collect();
        return match all.len() {
            0 => "an object".into(),
            _ => format!("an object, of {}", list(&all, "and")),
        };
    }
    format!("an object with {}", list(&names, "and"))
}

/// The ends of the integer type that the format of a schema names, and whether they are worth saying.
fn ends(schema: &Map<String, Value>) -> Option<(i128, i128, bool)> {
    // Formats are there in what is checked, not in what is published.
    Some(match schema.get("format")?.as_str()? {
        "int8" => (i8::MIN.into(), i8::MAX.into(), true),
        "int16" => (i16::MIN.into(), i16::MAX.into(), true),
        "int32" => (i32::MIN.into(), i32::MAX.into(), true),
        "int64" | "int" => (i64::MIN.into(), i64::MAX.into(), false),
        "uint8" => (0, u8::MAX.into(), true),
        "uint16" => (0, u16::MAX.into(), true),
        "uint32" => (0, u32::MAX.into(), true),
        "uint64" | "uint" => (0, u64::MAX.into(), false),
        _ => return None,
    })
}

/// The limits of the integer type behind a schema: "from 0 to 255".
pub(crate) fn limits(schema: &Map<String, Value>) -> Option<String> {
    let (low, high, _) = ends(schema)?;
    Some(format!("from {low} to {high}"))
}

fn range(schema: &Map<String, Value>) -> String {
    let bound = |keyword: &str| schema.get(keyword).filter(|bound| bound.is_number()).map(Value::to_string);
    let (low, high) = match ends(schema) {
        Some((low, high, true)) => (Some(low.to_string()), Some(high.to_string())),
        // Nobody needs to be told the ends of 64 bits; where they are met, the caller says so.
        _ => (None, None),
    };
    let low = bound("minimum").or(low);
    let high = bound("maximum").or(high);
    let (above, below) = (bound("exclusiveMinimum"), bound("exclusiveMaximum"));
    let mut words = match (low, high, above, below) {
        (Some(low), _, None, Some(below)) => format!(" from {low} to below {below}"),
        (Some(low), Some(high), None, _) => format!(" from {low} to {high}"),
        (_, _, Some(above), Some(below)) => format!(" above {above} and below {below}"),
        (_, Some(high), Some(above), _) => format!(" above {above} and at most {high}"),
        (Some(low), None, None, None) => format!(" of at least {low}"),
        (None, _, None, Some(below)) => format!(" below {below}"),
        (None, Some(high), None, None) => format!(" of at most {high}"),
        (_, None, Some(above), None) => format!(" above {above}"),
        (None, None, None, None) => String::new(),
    };
    if let Some(step) = bound("multipleOf") {
        let _ = write!(words, ", a multiple of {step}");
    }
    words
}

fn size(schema: &Map<String, Value>, least: &str, most: &str, unit: &str) -> Option<String> {
    let count = |keyword: &str| schema.get(keyword).and_then(Value::as_u64);
    let units = |count: u64| if count == 1 { unit.to_owned() } else { format!("{unit}s") };
    match (count(least).filter(|least| *least > 0), count(most)) {
        (Some(least), Some(most)) if least == most => Some(format!("{most} {}", units(most))),
        (Some(least), Some(most)) => Some(format!("{least} to {most} {unit}s")),
        (Some(least), None) => Some(format!("at least {least} {}", units(least))),
        (None, Some(most)) => Some(format!("at most {most} {}", units(most))),
        (None, None) => None,
    }
}

/// "a, b or c".
pub(crate) fn list(parts: &[String], word: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        _ if parts.len() > MOST => format!("{} {word} {} more", parts[..MOST].join(", "), parts.len() - MOST),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// What a JSON value is, without saying its value.
pub(crate) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) if is_huge(value) => "an integer beyond 64 bits",
        Value::Number(number) if number.is_f64() => "a number with a fraction or exponent",
        Value::Number(_) => "an integer",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// Whether it is an integer that no integer type of 64 bits holds.
pub(crate) fn is_huge(value: &Value) -> bool {
    // Less than that is kept as an integer, or was written with a fraction or an exponent.
    value.as_number().is_some_and(serde_json::Number::is_f64)
        && value.as_f64().is_some_and(|number| {
            number >= 18_446_744_073_709_551_616.0 || number <= -9_223_372_036_854_775_808.0
        })
}

/// The name that was probably meant.
pub(crate) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // Names are the client's: comparing long ones costs.
    if name.len() > 64 {
        return None;
    }
    let plain =
        |name: &str| name.chars().filter(|char| char.is_alphanumeric()).collect::<String>().to_lowercase();
    let wrong = plain(name);
    if wrong.is_empty() {
        return None;
    }
    known
        .map(|known| (distance(&wrong, &plain(known)), known))
        .filter(|(distance, known)| {
            let length = wrong.chars().count();
            let close = length > 2 && *distance <= (length / 3).max(1) || *distance == 0;
            close || wrong.starts_with(&plain(known)) || plain(known).starts_with(&wrong)
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

/// Letters to change, add or leave out to turn one word into the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn schemas_are_put_into_words() {
        for (schema, expected) in [
            (json!({"type": "integer", "minimum": 1, "maximum": 10}), "an integer from 1 to 10"),
            (json!({"type": "integer", "format": "int32"}), "an integer from -2147483648 to 2147483647"),
            (json!({"type": "integer", "format": "uint64", "minimum": 0}), "an integer of at least 0"),
            (json!({"type": "number", "exclusiveMaximum": 1.5}), "a number below 1.5"),
            (json!({"type": "string", "minLength": 1, "maxLength": 1}), "a string of 1 character"),
            (json!({"type": ["string", "null"]}), "a string or null"),
            (json!({"type": "string", "enum": ["a", "b"]}), r#"one of "a" or "b""#),
            (
                json!({"type": "array", "items": {"type": "string"}, "minItems": 2}),
                "an array of at least 2 items, each a string",
            ),
            (
                json!({"anyOf": [
                    {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]},
                    {"type": "object", "properties": {"slug": {"type": "string"}}, "required": ["slug"]}
                ]}),
                "an object with `id` (an integer) or an object with `slug` (a string)",
            ),
        ] {
            assert_eq!(words(&schema, &Value::Null), expected);
        }
    }

    #[test]
    fn the_nearest_name_is_found() {
        let known = ["max_items", "b", "path"];
        let nearest = |name| nearest(name, known.into_iter());
        assert_eq!(nearest("maxItems"), Some("max_items"));
        assert_eq!(nearest("bogus"), Some("b"));
        assert_eq!(nearest("pth"), Some("path"));
        assert_eq!(nearest("zzz"), None);
        assert_eq!(nearest("--"), None);
    }
}
