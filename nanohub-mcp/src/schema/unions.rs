//! Unions: `oneOf`, `anyOf`, `allOf`, and null as one of several.

use serde_json::{Map, Value, json};

use crate::schema::merge::{ANNOTATIONS, merge};
use crate::schema::walk::{has_type, types};

/// Branches that may come of distributing; beyond, unions stay as they are.
const MOST: usize = 64;

/// Merges the parts of `allOf`: hosts look at `properties` only (S16).
pub(crate) fn merge_all(schema: &mut Map<String, Value>) {
    while let Some(Value::Array(parts)) = schema.remove("allOf") {
        let (mut unions, mut plain) = (Vec::new(), Vec::new());
        for part in parts {
            match part {
                Value::Object(part) if is_union(&part) && contains_union(schema) => unions.push(part),
                Value::Object(part) => plain.push(part),
                // `true` adds nothing, `false` is no part of what a type says.
                _ => {}
            }
        }
        let own: Map<_, _> = schema
            .iter()
            .filter(|(key, _)| ANNOTATIONS.contains(&key.as_str()))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        for part in plain {
            merge(schema, part);
        }
        schema.extend(own);
        for part in unions {
            product(schema, part);
        }
    }
}

fn is_union(schema: &Map<String, Value>) -> bool {
    schema.len() == 1 && contains_union(schema)
}

fn contains_union(schema: &Map<String, Value>) -> bool {
    schema.contains_key("anyOf") || schema.contains_key("oneOf")
}

/// Takes the branches of a schema's unions; two unions beside each other become their product.
fn branches(schema: &mut Map<String, Value>) -> Option<Vec<Value>> {
    let list = |value| match value {
        Some(Value::Array(branches)) => Some(branches),
        _ => None,
    };
    match (list(schema.remove("anyOf")), list(schema.remove("oneOf"))) {
        (Some(a), Some(b)) => Some(pairs(&a, &b)),
        (a, b) => a.or(b),
    }
}

fn pairs(a: &[Value], b: &[Value]) -> Vec<Value> {
    if a.len() * b.len() > MOST {
        // Still true, if less exact.
        return a.to_vec();
    }
    let pair = |a: &Value, b: &Value| match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            let mut both = a.clone();
            merge(&mut both, b.clone());
            Value::Object(both)
        }
        (a, _) => a.clone(),
    };
    a.iter().flat_map(|a| b.iter().map(move |b| pair(a, b))).collect()
}

fn product(schema: &mut Map<String, Value>, mut other: Map<String, Value>) {
    if let (Some(ours), Some(theirs)) = (branches(schema), branches(&mut other)) {
        schema.insert("anyOf".into(), Value::Array(pairs(&ours, &theirs)));
    }
}

/// Puts what stands beside a union into every branch, where it is about objects: a closed object must
/// know all its properties (S16), and some hosts read either the union or what is beside it.
pub(crate) fn distribute(schema: &mut Map<String, Value>) {
    let Some(branches) = branches(schema) else { return };
    let beside: Vec<_> = schema
        .keys()
        .filter(|key| {
            matches!(key.as_str(), "properties" | "required" | "additionalProperties" | "patternProperties")
        })
        .cloned()
        .collect();
    if beside.is_empty() || schema.contains_key("$ref") {
        schema.insert("anyOf".into(), Value::Array(branches));
        return;
    }
    let mut base = Map::new();
    base.insert("type".into(), "object".into());
    for key in beside {
        if let Some(value) = schema.shift_remove(&key) {
            base.insert(key, value);
        }
    }
    schema.shift_remove("type");
    let branches = branches.into_iter().map(|branch| {
        let mut all = base.clone();
        if let Value::Object(branch) = branch {
            merge(&mut all, branch);
        }
        Value::Object(all)
    });
    schema.insert("anyOf".into(), Value::Array(branches.collect()));
}

/// Takes null out of what a schema allows, where it allows something else as well. Says whether it did.
pub(crate) fn take_null(schema: &mut Map<String, Value>) -> bool {
    let mut taken = false;
    if let Some(Value::Array(names)) = schema.get_mut("type")
        && names.iter().any(|name| name != "null")
    {
        let before = names.len();
        names.retain(|name| name != "null");
        taken = names.len() < before;
        if let [one] = names.as_slice() {
            let one = one.clone();
            schema.insert("type".into(), one);
        }
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum")
        && values.iter().any(|value| !value.is_null())
    {
        let before = values.len();
        values.retain(|value| !value.is_null());
        // With a type that is not nullable, null was never allowed.
        taken |= values.len() < before && !schema.contains_key("type");
    }
    for union in ["anyOf", "oneOf"] {
        let Some(Value::Array(branches)) = schema.get_mut(union) else { continue };
        let is_null = |branch: &Value| {
            branch.as_object().is_some_and(|branch| {
                types(branch) == ["null"]
                    || branch.get("enum").and_then(Value::as_array).is_some_and(|only| *only == [Value::Null])
            })
        };
        if branches.iter().all(is_null) {
            continue;
        }
        let before = branches.len();
        branches.retain(|branch| !is_null(branch));
        taken |= branches.len() < before;
        for branch in branches.iter_mut().filter_map(Value::as_object_mut) {
            taken |= take_null(branch);
        }
    }
    taken
}

/// Allows null as well.
pub(crate) fn add_null(schema: &mut Map<String, Value>) {
    if let Some(Value::Array(branches)) = schema.get_mut("anyOf") {
        branches.push(json!({"type": "null"}));
        return;
    }
    match schema.get_mut("type") {
        Some(Value::Array(names)) => names.push("null".into()),
        Some(name) => *name = json!([name.take(), "null"]),
        None => {
            if let Some(reference) = schema.remove("$ref") {
                schema.insert("anyOf".into(), json!([{"$ref": reference}, {"type": "null"}]));
            }
        }
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        values.push(Value::Null);
    }
}

/// Writes a union in its simplest form: branches of branches are branches, lists of values are one list
/// with their docs in the description (S13), and one branch is no union.
pub(crate) fn simplify(schema: &mut Map<String, Value>) {
    let Some(union) = branches(schema) else { return };
    let mut flat: Vec<Value> = Vec::new();
    for branch in union {
        match branch {
            Value::Object(mut inner) if is_union(&inner) => {
                flat.extend(branches(&mut inner).unwrap_or_default());
            }
            branch if flat.contains(&branch) => {}
            branch => flat.push(branch),
        }
    }

    let mut lists: Vec<Map<String, Value>> = Vec::new();
    let mut first_list = None;
    let mut others = Vec::new();
    for branch in flat {
        match branch {
            Value::Object(list) if is_list(&list) => {
                first_list.get_or_insert(others.len());
                lists.push(list);
            }
            branch => others.push(branch),
        }
    }
    if let Some(place) = first_list {
        others.insert(place, Value::Object(one_list(lists)));
    }
    if others.len() == 1
        && let Some(Value::Object(mut only)) = others.pop()
    {
        let mut outer = std::mem::take(schema);
        // The outer description is about the use, the inner one holds the notes of the values.
        if let (Some(Value::String(outer)), Some(Value::String(inner))) =
            (outer.get_mut("description"), only.get("description"))
            && inner.starts_with("- `")
        {
            outer.push_str("\n\n");
            outer.push_str(inner);
        }
        // An enum's `type` beside its branches says nothing new.
        outer.retain(|key, _| key != "type" || !only.contains_key("type"));
        merge(&mut only, outer);
        *schema = only;
        return;
    }
    schema.insert("anyOf".into(), Value::Array(others));
}

/// Whether a schema is nothing but a list of values, of strings or of integers.
fn is_list(schema: &Map<String, Value>) -> bool {
    schema.contains_key("enum")
        && has_type(schema, "string")
        && schema
            .keys()
            .all(|key| matches!(key.as_str(), "type" | "enum" | "title" | "description" | "deprecated"))
}

fn one_list(lists: Vec<Map<String, Value>>) -> Map<String, Value> {
    let (mut values, mut notes) = (Vec::new(), String::new());
    for mut list in lists {
        let Some(Value::Array(of)) = list.remove("enum") else { continue };
        let note = list.remove("description").or_else(|| list.remove("title"));
        if let Some(Value::String(note)) = note {
            // Notes of a list that was merged before.
            if note.starts_with("- `") {
                push_line(&mut notes, &note);
            } else {
                let names: Vec<_> =
                    of.iter().filter_map(Value::as_str).map(|name| format!("`{name}`")).collect();
                push_line(&mut notes, &format!("- {}: {}", names.join(", "), note.replace('\n', " ")));
            }
        }
        for value in of {
            if !values.contains(&value) {
                values.push(value);
            }
        }
    }
    let mut one = Map::new();
    one.insert("type".into(), "string".into());
    one.insert("enum".into(), Value::Array(values));
    if !notes.is_empty() {
        one.insert("description".into(), notes.into());
    }
    one
}

fn push_line(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}
