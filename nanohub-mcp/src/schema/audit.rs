//! Says what in a schema some host would not accept: every rule of portable schemas, as a check.

use serde_json::{Map, Value};

use crate::schema::inline::recursive;
use crate::schema::portable::{BOUNDS, FORMATS, MAX_SAFE};
use crate::schema::walk::{children, definition_name, has_type, types};

/// What is wrong with the schema of a tool's arguments.
#[must_use]
pub fn audit_input(schema: &Value) -> Vec<String> {
    let mut audit = Audit::new(schema, true);
    audit.check(schema.get("type") == Some(&Value::from("object")), "#", "the root is not `type: object`");
    audit.check(schema.get("properties").is_some_and(Value::is_object), "#", "the root has no `properties`");
    audit.check(
        schema.get("additionalProperties") == Some(&Value::Bool(false)),
        "#",
        "the root is not closed",
    );
    audit.schema(schema, "#");
    audit.found
}

/// What is wrong with the schema of a tool's results.
#[must_use]
pub fn audit_output(schema: &Value) -> Vec<String> {
    let mut audit = Audit::new(schema, false);
    audit.schema(schema, "#");
    audit.found
}

struct Audit {
    arguments: bool,
    /// Definitions that may be referred to.
    recursive: std::collections::BTreeSet<String>,
    found: Vec<String>,
}

impl Audit {
    fn new(root: &Value, arguments: bool) -> Self {
        let definitions = root.get("$defs").and_then(Value::as_object);
        let recursive = definitions.map(recursive).unwrap_or_default();
        let mut audit = Self { arguments, recursive, found: Vec::new() };
        for name in definitions.into_iter().flat_map(Map::keys) {
            audit.check(audit.recursive.contains(name), "#/$defs", &format!("`{name}` is not recursive"));
        }
        audit.check(root.get("title").is_none(), "#", "the root has a title");
        audit
    }

    fn check(&mut self, holds: bool, place: &str, problem: &str) {
        if !holds {
            self.found.push(format!("{place}: {problem}"));
        }
    }

    fn schema(&mut self, schema: &Value, place: &str) {
        let Value::Object(schema) = schema else {
            self.check(false, place, "the schema is not an object");
            return;
        };
        for keyword in ["$schema", "$id", "const", "oneOf", "allOf", "prefixItems", "patternProperties"] {
            self.check(!schema.contains_key(keyword), place, &format!("`{keyword}` is not portable"));
        }
        for keyword in ["nullable", "unevaluatedProperties", "unevaluatedItems", "definitions"] {
            self.check(!schema.contains_key(keyword), place, &format!("`{keyword}` is not portable"));
        }
        self.numbers(schema, place);
        self.null(schema, place);
        if has_type(schema, "array") {
            self.check(schema.get("items").is_some_and(Value::is_object), place, "the array has no `items`");
        }
        if let Some(reference) = schema.get("$ref") {
            let name = reference.as_str().and_then(definition_name);
            let known = name.is_some_and(|name| self.recursive.contains(&name));
            self.check(known, place, "the reference is not to a recursive definition");
        }
        self.object(schema, place);
        children(schema, &mut |keyword, child| {
            if keyword != "additionalProperties" || !child.is_boolean() {
                self.schema(child, &format!("{place}/{keyword}"));
            }
        });
    }

    fn numbers(&mut self, schema: &Map<String, Value>, place: &str) {
        if let Some(format) = schema.get("format") {
            let known = format.as_str().is_some_and(|format| FORMATS.contains(&format));
            self.check(known, place, &format!("the format {format} is not one of JSON Schema"));
        }
        for bound in BOUNDS {
            let safe =
                schema.get(bound).is_none_or(|bound| bound.as_f64().is_some_and(|b| b.abs() <= MAX_SAFE));
            self.check(safe, place, &format!("`{bound}` is beyond 2^53 - 1"));
        }
    }

    fn null(&mut self, schema: &Map<String, Value>, place: &str) {
        let kinds = types(schema);
        let most = if self.arguments { 1 } else { 2 };
        self.check(kinds.len() <= most, place, "several types in a list");
        self.check(kinds.len() < 2 || kinds.contains(&"null"), place, "several types in a list");
        let null = |branch: &Value| branch.as_object().is_some_and(|branch| types(branch) == ["null"]);
        if self.arguments
            && let Some(Value::Array(branches)) = schema.get("anyOf")
        {
            self.check(!branches.iter().any(null), place, "null in a union");
        }
        if self.arguments
            && let Some(Value::Array(values)) = schema.get("enum")
        {
            self.check(values.len() < 2 || !values.contains(&Value::Null), place, "null in an `enum`");
        }
    }

    fn object(&mut self, schema: &Map<String, Value>, place: &str) {
        let properties = schema.get("properties").and_then(Value::as_object);
        for name in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
            let known =
                properties.is_some_and(|all| name.as_str().is_some_and(|name| all.contains_key(name)));
            self.check(known, place, &format!("{name} is required and not a property"));
        }
        // Without validation nobody looks, and so nothing is promised.
        if self.arguments && properties.is_some() && cfg!(feature = "validation") {
            let said = schema.contains_key("additionalProperties");
            self.check(said, place, "the object has properties and is neither closed nor open");
        }
        if let Some(union) = schema.get("anyOf").and_then(Value::as_array) {
            let list = |branch: &Value| branch.get("enum").is_some() && branch.get("properties").is_none();
            let lists = union.iter().filter(|branch| list(branch)).count();
            self.check(lists < 2, place, "a union of lists of values is one `enum`");
        }
    }
}

#[cfg(all(test, feature = "validation"))]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_rule_is_checked() {
        assert_eq!(
            audit_input(&json!({"type": "object", "properties": {}, "additionalProperties": false})),
            [""; 0]
        );
        for bad in [
            json!(true),
            json!({"$ref": "#/$defs/X"}),
            json!({"type": "array"}),
            json!({"type": ["string", "null"]}),
            json!({"anyOf": [{"type": "string"}, {"type": "null"}]}),
            json!({"type": "integer", "format": "int32"}),
            json!({"type": "integer", "maximum": u64::MAX}),
            json!({"oneOf": []}),
            json!({"const": 1}),
            json!({"type": "object", "properties": {}}),
            json!({"type": "object", "patternProperties": {}}),
            json!({"type": "array", "prefixItems": [], "items": {}}),
            json!({"type": "array", "items": {"nullable": true}}),
        ] {
            let schema = json!({"type": "object", "properties": {"x": bad}, "additionalProperties": false});
            assert_ne!(audit_input(&schema), [""; 0], "{schema}");
        }
    }
}
