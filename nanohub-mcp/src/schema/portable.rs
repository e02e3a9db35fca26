//! Turns what schemars makes into what every host accepts.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::schema::unions;
use crate::schema::walk::{children_mut, has_type, types};

/// The greatest integer that every JSON parser keeps: 2^53 - 1 (S05).
pub(crate) const MAX_SAFE: f64 = 9_007_199_254_740_991.0;

/// Formats of strings that JSON Schema 2020-12 names. Validators complain about others (S04).
pub(crate) const FORMATS: [&str; 19] = [
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uuid",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
    "regex",
];

/// Keywords that bound a number.
pub(crate) const BOUNDS: [&str; 5] =
    ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];

/// What becomes of a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rules {
    /// Keeps `[T, "null"]`, which arguments must not show (S10) and results may.
    pub(crate) null: bool,
    /// Keeps what is true but not portable: formats and bounds of Rust's numbers, places of a tuple.
    pub(crate) exact: bool,
    /// Closes structs: what serde ignores is a typo (S19).
    pub(crate) close: bool,
}

impl Rules {
    /// What arguments are advertised as.
    pub(crate) const ARGUMENTS: Self = Self { null: false, exact: false, close: true };
    /// What arguments are checked by: the same, and what is tolerated beyond it.
    pub(crate) const CHECKS: Self = Self { null: true, exact: true, close: true };
    /// What results are advertised as and checked by.
    pub(crate) const RESULTS: Self = Self { null: true, exact: false, close: false };
}

/// Rewrites a schema whose references are inlined.
pub(crate) fn rewrite(schema: &mut Value, rules: Rules) {
    match schema {
        // What takes anything is `{}`: clients that know objects only drop every tool over a `true` (S02).
        Value::Bool(true) => *schema = json!({}),
        Value::Bool(false) => *schema = json!({"not": {}}),
        Value::Object(object) => node(object, rules),
        _ => {}
    }
}

fn node(schema: &mut Map<String, Value>, rules: Rules) {
    schema.remove("$schema");
    unevaluated(schema);
    unions::merge_all(schema);
    unions::distribute(schema);
    tuple(schema, rules);
    patterns(schema);

    children_mut(schema, &mut |keyword, child| match keyword {
        // A map of anything stays `true` (S29), a closed struct `false`.
        "additionalProperties" if child.is_boolean() => {}
        // Closing a condition would change when it holds.
        "not" | "if" | "then" | "else" | "contains" | "propertyNames" | "dependentSchemas" => {
            rewrite(child, Rules { close: false, ..rules });
        }
        _ => rewrite(child, rules),
    });
    if schema.get("additionalProperties").is_some_and(|any| any.as_object().is_some_and(Map::is_empty)) {
        schema.insert("additionalProperties".into(), true.into());
    }

    constant(schema);
    let nullable = unions::take_null(schema);
    unions::simplify(schema);
    if !rules.exact {
        several_types(schema);
        numbers(schema);
    }
    if has_type(schema, "array") && !schema.get("items").is_some_and(Value::is_object) {
        schema.insert("items".into(), json!({}));
    }
    let part_of_more = schema.contains_key("anyOf") || schema.contains_key("$ref");
    if rules.close && schema.contains_key("properties") && !part_of_more {
        schema.entry("additionalProperties").or_insert(Value::Bool(false));
    }
    optional(schema, rules);
    if nullable && rules.null {
        unions::add_null(schema);
    } else if nullable && schema.get("default").is_some_and(Value::is_null) {
        schema.remove("default");
    }
}

/// `unevaluatedProperties` does the work of `additionalProperties` across `allOf`; there is none left.
fn unevaluated(schema: &mut Map<String, Value>) {
    if let Some(rest) = schema.remove("unevaluatedProperties") {
        schema.entry("additionalProperties").or_insert(rest);
    }
}

/// One keyword less to know (S13).
fn constant(schema: &mut Map<String, Value>) {
    if let Some(value) = schema.remove("const") {
        let kind = match &value {
            Value::String(_) => Some("string"),
            Value::Bool(_) => Some("boolean"),
            Value::Number(number) if !number.is_f64() => Some("integer"),
            Value::Number(_) => Some("number"),
            _ => None,
        };
        if let Some(kind) = kind {
            schema.entry("type").or_insert(kind.into());
        }
        schema.insert("enum".into(), Value::Array(vec![value]));
    }
}

/// Positional items cannot be mounted by many clients (S14): one schema for all, and their number.
fn tuple(schema: &mut Map<String, Value>, rules: Rules) {
    let places = match schema.remove("prefixItems") {
        Some(Value::Array(places)) => {
            if schema.get("items") == Some(&Value::Bool(false)) {
                schema.remove("items");
                schema.entry("maxItems").or_insert(places.len().into());
            }
            places
        }
        _ => match schema.remove("items") {
            // The form of older drafts.
            Some(Value::Array(places)) => places,
            Some(items) => {
                schema.insert("items".into(), items);
                return;
            }
            None => return,
        },
    };
    if rules.exact {
        schema.insert("prefixItems".into(), Value::Array(places));
        return;
    }
    let mut kinds: Vec<Value> = Vec::new();
    for place in places.into_iter().chain(schema.remove("items").filter(|rest| !rest.is_boolean())) {
        if !kinds.contains(&place) {
            kinds.push(place);
        }
    }
    let anything = kinds.iter().any(|kind| *kind == Value::Bool(true) || *kind == json!({}));
    let items = match kinds.len() {
        _ if anything => json!({}),
        0 => json!({}),
        1 => kinds.remove(0),
        _ => json!({"anyOf": kinds}),
    };
    schema.insert("items".into(), items);
}

/// Patterns of names are what clients support least (S29). That names are integers is seen to by decoding.
fn patterns(schema: &mut Map<String, Value>) {
    let Some(Value::Object(patterns)) = schema.remove("patternProperties") else { return };
    let mut kinds: Vec<Value> = Vec::new();
    for (_, kind) in patterns {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let rest = if kinds.len() == 1 { kinds.remove(0) } else { json!({"anyOf": kinds}) };
    if !schema.get("additionalProperties").is_some_and(|open| *open != Value::Bool(false)) {
        schema.insert("additionalProperties".into(), rest);
    }
}

/// A list of types is not understood everywhere (S10): a union of them is.
fn several_types(schema: &mut Map<String, Value>) {
    let several: Vec<String> = types(schema).into_iter().map(str::to_owned).collect();
    match several.as_slice() {
        [] => {}
        [one] => {
            schema.insert("type".into(), one.as_str().into());
        }
        _ if schema.contains_key("anyOf") => {}
        several => {
            let items = schema.remove("items").unwrap_or_else(|| json!({}));
            let branches = several.iter().map(|name| match name.as_str() {
                "array" => json!({"type": "array", "items": items}),
                name => json!({"type": name}),
            });
            let branches = branches.collect();
            schema.remove("type");
            schema.insert("anyOf".into(), Value::Array(branches));
        }
    }
}

fn numbers(schema: &mut Map<String, Value>) {
    let numeric = has_type(schema, "integer") || has_type(schema, "number");
    let known = |format: &Value| format.as_str().is_some_and(|format| FORMATS.contains(&format));
    if numeric || schema.get("format").is_some_and(|format| !known(format)) {
        schema.remove("format");
    }
    for bound in BOUNDS.into_iter().chain(["default"]) {
        if schema.get(bound).and_then(Value::as_f64).is_some_and(|bound| bound.abs() > MAX_SAFE) {
            schema.remove(bound);
        }
    }
}

/// Properties that are not required do not show that they may be null as well.
fn optional(schema: &mut Map<String, Value>, rules: Rules) {
    if rules.exact || !rules.null {
        return;
    }
    let required: BTreeSet<String> = schema
        .get("required")
        .and_then(Value::as_array)
        .map(|names| names.iter().filter_map(Value::as_str).map(str::to_owned).collect())
        .unwrap_or_default();
    let Some(Value::Object(properties)) = schema.get_mut("properties") else { return };
    for (name, property) in properties {
        if let Value::Object(property) = property
            && !required.contains(name)
        {
            unions::take_null(property);
            unions::simplify(property);
            several_types(property);
        }
    }
}
