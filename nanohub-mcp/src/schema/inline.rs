//! Puts definitions where they are referred to: many hosts never resolve a `$ref` (S07).

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::schema::merge::{ANNOTATIONS, merge};
use crate::schema::walk::{children, children_mut, definition_name};

/// Schemas that may come of inlining. Types that hold types that hold types double at every level; beyond
/// this, references are the lesser evil.
const MOST: usize = 4_000;

/// How deep schemas may nest. Hosts walk them recursively, and so do we.
const DEEPEST: usize = 64;

/// Puts the definitions into the schemas; what stays are the definitions of recursive types (S08).
pub(crate) fn inline(
    schemas: &mut [&mut Value],
    definitions: &Map<String, Value>,
) -> Result<Map<String, Value>, String> {
    let mut work = Inliner { definitions, kept: recursive(definitions), left: MOST };
    let mut inlined: Vec<Value> = schemas.iter().map(|schema| (**schema).clone()).collect();
    for schema in &mut inlined {
        work.visit(schema, 0)?;
    }
    if work.left == 0 {
        work.kept = definitions.keys().cloned().collect();
        work.left = usize::MAX;
        inlined = schemas.iter().map(|schema| (**schema).clone()).collect();
        for schema in &mut inlined {
            work.visit(schema, 0)?;
        }
    }

    // Only those that are still referred to.
    let mut kept = Map::new();
    let mut missing = BTreeSet::new();
    for schema in &inlined {
        references(schema, &mut missing);
    }
    while let Some(name) = missing.pop_first() {
        let Some(definition) = definitions.get(&name).filter(|_| !kept.contains_key(&name)) else { continue };
        let mut definition = definition.clone();
        work.left = usize::MAX;
        work.visit(&mut definition, 0)?;
        references(&definition, &mut missing);
        kept.insert(name, definition);
    }
    for (schema, inlined) in schemas.iter_mut().zip(inlined) {
        **schema = inlined;
    }
    Ok(kept)
}

/// Names of the definitions that a schema refers to.
pub(crate) fn references(schema: &Value, names: &mut BTreeSet<String>) {
    let Value::Object(schema) = schema else { return };
    names.extend(schema.get("$ref").and_then(Value::as_str).and_then(definition_name));
    children(schema, &mut |_, child| references(child, names));
}

/// Names of the definitions that lead back to themselves.
pub(crate) fn recursive(definitions: &Map<String, Value>) -> BTreeSet<String> {
    let leads_back = |name: &&String| {
        let mut seen = BTreeSet::new();
        let mut next = BTreeSet::new();
        references(&definitions[*name], &mut next);
        while let Some(reached) = next.pop_first() {
            if reached == **name {
                return true;
            }
            if let Some(definition) = definitions.get(&reached).filter(|_| seen.insert(reached)) {
                references(definition, &mut next);
            }
        }
        false
    };
    definitions.keys().filter(leads_back).cloned().collect()
}

struct Inliner<'a> {
    definitions: &'a Map<String, Value>,
    kept: BTreeSet<String>,
    /// How many more schemas may come of it.
    left: usize,
}

impl Inliner<'_> {
    fn visit(&mut self, schema: &mut Value, depth: usize) -> Result<(), String> {
        if depth > DEEPEST {
            return Err(format!("the schema nests deeper than {DEEPEST} levels"));
        }
        let Value::Object(object) = schema else { return Ok(()) };
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return Ok(());
        }
        // An argument of a recursive type shows its shape, like any other (S11).
        self.resolve(object, depth == 0)?;
        // What is merged with others must be at hand, recursive or not.
        let parts = if depth == 0 { &["allOf", "anyOf", "oneOf"][..] } else { &["allOf"] };
        for keyword in parts {
            let Some(Value::Array(parts)) = object.get_mut(*keyword) else { continue };
            for part in parts.iter_mut().filter_map(Value::as_object_mut) {
                self.resolve(part, true)?;
            }
        }
        let mut failed = Ok(());
        children_mut(object, &mut |_, child| {
            if failed.is_ok() {
                failed = self.visit(child, depth + 1);
            }
        });
        failed
    }

    /// Replaces a reference by what it refers to and what stands beside it.
    fn resolve(&self, schema: &mut Map<String, Value>, always: bool) -> Result<(), String> {
        for _ in 0..DEEPEST {
            let Some(Value::String(reference)) = schema.get("$ref") else { return Ok(()) };
            let named = definition_name(reference)
                .and_then(|name| self.definitions.get(&name).map(|definition| (name, definition)));
            let Some((name, definition)) = named else {
                return Err(format!("the schema refers to `{reference}`, which is nowhere in it"));
            };
            let annotated = schema.keys().all(|key| key == "$ref" || ANNOTATIONS.contains(&key.as_str()));
            if self.kept.contains(&name) && annotated && !always {
                return Ok(());
            }
            schema.remove("$ref");
            let beside = std::mem::take(schema);
            if let Value::Object(definition) = definition {
                schema.clone_from(definition);
            }
            merge(schema, beside);
        }
        Err("the schema refers to itself without end".into())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn inlined(mut schema: Value, definitions: &Value) -> Result<(Value, Value), String> {
        let definitions = definitions.as_object().expect("definitions");
        let kept = inline(&mut [&mut schema], definitions)?;
        Ok((schema, kept.into()))
    }

    #[test]
    fn what_stands_beside_a_reference_stays() {
        let (schema, kept) = inlined(
            json!({"$ref": "#/$defs/P", "description": "near", "properties": {"kind": {}}, "required": ["kind"]}),
            &json!({"P": {"type": "object", "description": "far", "properties": {"x": {}}, "required": ["x"]}}),
        )
        .expect("inlines");
        assert_eq!(
            schema,
            json!({"type": "object", "description": "near", "properties": {"x": {}, "kind": {}}, "required": ["x", "kind"]})
        );
        assert_eq!(kept, json!({}));
    }

    #[test]
    fn types_that_double_at_every_level_stay_references() {
        let mut definitions = Map::new();
        for level in 0..40 {
            let next = json!({"$ref": format!("#/$defs/L{}", level + 1)});
            definitions
                .insert(format!("L{level}"), json!({"type": "object", "properties": {"a": next, "b": next}}));
        }
        definitions.insert("L40".into(), json!({"type": "string"}));
        let (schema, kept) = inlined(json!({"$ref": "#/$defs/L0"}), &definitions.into()).expect("inlines");
        assert!(schema.to_string().len() < 200);
        assert_eq!(kept.as_object().map(Map::len), Some(40));
    }

    #[test]
    fn foreign_references_are_refused() {
        let error = inlined(json!({"$ref": "https://example.com/a.json"}), &json!({})).unwrap_err();
        assert!(error.contains("https://example.com/a.json"), "{error}");
    }
}
