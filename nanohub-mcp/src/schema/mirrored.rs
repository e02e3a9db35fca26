use serde_json::Value;

use crate::schema::walk::children;

/// An argument that a header repeats: `x-mcp-header` in its schema (2026-07-28, transports, *Custom Headers*).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mirrored {
    /// The name after `Mcp-Param-`.
    pub(crate) header: String,
    /// Names of properties that lead to the argument.
    pub(crate) pointer: Vec<String>,
}

/// The arguments of a schema that headers repeat. They are found along `properties` only: what is inside of
/// lists, of alternatives or of definitions has no one value.
pub(crate) fn mirrored(schema: &Value) -> Vec<Mirrored> {
    let mut found = Vec::new();
    walk(schema, &mut Vec::new(), &mut found);
    found
}

fn walk(schema: &Value, pointer: &mut Vec<String>, found: &mut Vec<Mirrored>) {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return };
    for (name, property) in properties {
        pointer.push(name.clone());
        if let Some(header) = property.get("x-mcp-header").and_then(Value::as_str) {
            found.push(Mirrored { header: header.to_owned(), pointer: pointer.clone() });
        }
        walk(property, pointer, found);
        pointer.pop();
    }
}

/// What is wrong with the headers of a schema, for its author: clients drop a tool over it.
pub(crate) fn problems(schema: &Value) -> Vec<String> {
    let mut problems = Vec::new();
    stray(schema, true, &mut problems);
    let mut names: Vec<String> = Vec::new();
    for Mirrored { header, pointer } in mirrored(schema) {
        let place = pointer.join(".");
        let token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
        if header.is_empty() || !header.bytes().all(token) {
            problems
                .push(format!("`x-mcp-header` of `{place}` is no header name: use letters, digits and `-`"));
        }
        if names.iter().any(|name| name.eq_ignore_ascii_case(&header)) {
            problems.push(format!("two arguments are repeated by the header `{header}`"));
        }
        names.push(header);
        let property = pointer.iter().try_fold(schema, |schema, name| schema.get("properties")?.get(name));
        let kind = property.and_then(|property| property.get("type")).and_then(Value::as_str);
        if !matches!(kind, Some("string" | "integer" | "boolean")) {
            problems.push(format!(
                "`{place}` cannot be repeated by a header: only a string, an integer or a boolean can"
            ));
        }
    }
    problems
}

/// Finds headers that are no text, or that `properties` alone do not lead to.
fn stray(schema: &Value, is_reached: bool, problems: &mut Vec<String>) {
    let Some(members) = schema.as_object() else { return };
    match members.get("x-mcp-header") {
        Some(Value::String(header)) if !is_reached => problems.push(format!(
            "the header `{header}` repeats what has no one value: only `properties` may lead to it"
        )),
        Some(Value::String(_)) | None => {}
        Some(_) => problems.push("an `x-mcp-header` is no text".into()),
    }
    children(members, &mut |keyword, child| stray(child, is_reached && keyword == "properties", problems));
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn headers_are_found_along_properties_only() {
        let schema = json!({"properties": {
            "a": {"type": "string", "x-mcp-header": "A"},
            "b": {"type": "object", "properties": {"c": {"type": "integer", "x-mcp-header": "C"}}},
            "d": {"type": "array", "items": {"properties": {"e": {"type": "string", "x-mcp-header": "E"}}}},
        }});
        let found: Vec<_> = mirrored(&schema).into_iter().map(|found| found.pointer.join("/")).collect();
        assert_eq!(found, ["a", "b/c"]);
        // Clients drop a tool over the third.
        assert_eq!(problems(&schema).len(), 1);
    }

    #[test]
    fn names_that_clients_refuse_are_problems() {
        let schema = json!({"properties": {
            "a": {"type": "string", "x-mcp-header": "Region"},
            "b": {"type": "string", "x-mcp-header": "region"},
            "c": {"type": "number", "x-mcp-header": "C"},
            "d": {"type": "string", "x-mcp-header": "no good"},
        }});
        assert_eq!(problems(&schema).len(), 3);
    }
}
