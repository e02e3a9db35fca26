//! Finds the schema of a part of a value.

use serde_json::Value;

use crate::schema::pointer::members;
use crate::schema::walk::definition_name;

/// How many references and unions are followed in one place.
const DEEPEST: usize = 16;

/// The schema behind a reference; `root` holds the definitions.
pub(crate) fn resolve<'a>(schema: &'a Value, root: &'a Value) -> &'a Value {
    schema
        .get("$ref")
        .and_then(Value::as_str)
        .and_then(definition_name)
        .and_then(|name| root.get("$defs")?.get(name))
        .unwrap_or(schema)
}

/// The schemas that apply to what is at the pointer, branches of unions each on its own.
pub(crate) fn lookup<'a>(schema: &'a Value, root: &'a Value, pointer: &str) -> Vec<&'a Value> {
    let mut here = Vec::new();
    expand(schema, root, 0, &mut here);
    for member in members(pointer) {
        let mut next = Vec::new();
        for schema in here {
            let place = || member.parse::<usize>().ok();
            let named = schema.get("properties").and_then(|properties| properties.get(&member));
            let placed = || schema.get("prefixItems").and_then(|places| places.get(place()?));
            let item = || place().and_then(|_| schema.get("items"));
            let rest = || schema.get("additionalProperties").filter(|rest| rest.is_object());
            if let Some(inner) = named.or_else(placed).or_else(item).or_else(rest) {
                expand(inner, root, 0, &mut next);
            }
        }
        here = next;
    }
    here
}

fn expand<'a>(schema: &'a Value, root: &'a Value, depth: usize, all: &mut Vec<&'a Value>) {
    let schema = resolve(schema, root);
    let branches = ["anyOf", "oneOf"].iter().find_map(|union| schema.get(union)?.as_array());
    match branches {
        Some(branches) if depth < DEEPEST => {
            for branch in branches {
                expand(branch, root, depth + 1, all);
            }
        }
        _ => all.push(schema),
    }
}
