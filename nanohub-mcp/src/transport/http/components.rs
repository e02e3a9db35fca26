use serde_json::{Map, Value, json};

/// What a tool without an output schema returns: its text, or all of its result.
pub(crate) const RESULT: &str = "#/components/schemas/Result";

/// Reusable parts of an OpenAPI document.
#[derive(Default)]
pub(crate) struct Components {
    schemas: Map<String, Value>,
}

impl Components {
    /// Makes a JSON Schema part of the document: as it is, where it refers to nothing.
    ///
    /// `#` is the document here, so definitions move to `components/schemas`, below the schema's name. Many
    /// readers follow references to there only.
    pub(crate) fn embed(&mut self, name: &str, schema: &Value) -> Value {
        let mut schema = schema.clone();
        let mut refers_to_root = false;
        relocate(&mut schema, name, &mut refers_to_root);
        if let Some(Value::Object(definitions)) =
            schema.as_object_mut().and_then(|schema| schema.shift_remove("$defs"))
        {
            let definitions = definitions.into_iter();
            self.schemas.extend(
                definitions.map(|(definition, schema)| (component_of_definition(name, &definition), schema)),
            );
        }
        if !refers_to_root {
            return schema;
        }
        self.schemas.insert(name.into(), schema);
        json!({"$ref": reference(name)})
    }

    pub(crate) fn finish(mut self) -> Value {
        self.schemas.insert(
            "Error".into(),
            json!({
                "type": "object",
                "properties": {
                    "error": {"type": "string", "description": "What is wrong, in words"},
                    "details": {"$ref": "#/components/schemas/CallToolResult"},
                },
                "required": ["error"],
            }),
        );
        self.schemas.insert(
            "Result".into(),
            json!({"anyOf": [
                {
                    "type": "object",
                    "properties": {"result": {"type": ["string", "null"]}},
                    "required": ["result"],
                },
                {"$ref": "#/components/schemas/CallToolResult"},
            ]}),
        );
        self.schemas.insert(
            "CallToolResult".into(),
            json!({
                "type": "object",
                "description": "A result of MCP's `tools/call`",
                "properties": {
                    "content": {"type": "array", "items": {"type": "object"}},
                    "isError": {"type": "boolean"},
                },
                "required": ["content"],
            }),
        );
        let error = |description: &str| {
            json!({
                "description": description,
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
            })
        };
        json!({
            "schemas": self.schemas,
            "responses": {
                "InvalidArguments": error("The arguments are no good; the text says all that is wrong with them"),
                "TooLarge": error("The body is too large"),
                "NotJson": error("The body does not say that it is JSON"),
                "ToolFailed": error("The tool failed; the text says why"),
                "ToolBroken": error("The tool itself is broken"),
            },
        })
    }
}

/// Rewrites references to definitions, and to the root, which it notes. What is data rather than schema
/// stays: a default may look like a reference.
fn relocate(schema: &mut Value, name: &str, refers_to_root: &mut bool) {
    match schema {
        Value::Array(schemas) => {
            for schema in schemas {
                relocate(schema, name, refers_to_root);
            }
        }
        Value::Object(keywords) => {
            for (keyword, value) in keywords {
                match (keyword.as_str(), value) {
                    ("$ref", Value::String(target)) => {
                        if target == "#" {
                            *refers_to_root = true;
                            *target = reference(name);
                        } else if let Some(definition) = target.strip_prefix("#/$defs/") {
                            let definition = definition.replace("~1", "/").replace("~0", "~");
                            *target = reference(&component_of_definition(name, &definition));
                        }
                    }
                    ("const" | "enum" | "default" | "example" | "examples", _) => {}
                    // Their keys are names, not keywords.
                    (
                        "properties" | "patternProperties" | "dependentSchemas" | "$defs",
                        Value::Object(named),
                    ) => named.values_mut().for_each(|schema| relocate(schema, name, refers_to_root)),
                    (_, value) => relocate(value, name, refers_to_root),
                }
            }
        }
        _ => {}
    }
}

fn reference(component: &str) -> String {
    format!("#/components/schemas/{component}")
}

/// Components are named with `[A-Za-z0-9._-]` (OpenAPI 3.1, *Components Object*); tools are anyway.
fn component_of_definition(name: &str, definition: &str) -> String {
    let plain = |char: char| if char.is_ascii_alphanumeric() || "._-".contains(char) { char } else { '_' };
    format!("{name}.{}", definition.chars().map(plain).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schema_without_references_stays_as_it_is() {
        let schema = json!({
            "type": "object",
            "properties": {
                "$ref": {"type": "string"},
                "default": {"default": {"$ref": "#"}, "type": "object"},
            },
        });
        let mut components = Components::default();
        assert_eq!(components.embed("add.input", &schema), schema);
        assert!(components.schemas.is_empty());
    }

    #[test]
    fn definitions_become_components() {
        let schema = json!({
            "type": "object",
            "properties": {"tree": {"$ref": "#/$defs/Node<a~1b>"}, "self": {"$ref": "#"}},
            "$defs": {"Node<a/b>": {"properties": {"next": {"$ref": "#/$defs/Node<a~1b>"}}}},
        });
        let mut components = Components::default();
        let embedded = components.embed("walk.input", &schema);
        assert_eq!(embedded, json!({"$ref": "#/components/schemas/walk.input"}));
        let node = "#/components/schemas/walk.input.Node_a_b_";
        assert_eq!(
            Value::Object(components.schemas),
            json!({
                "walk.input.Node_a_b_": {"properties": {"next": {"$ref": node}}},
                "walk.input": {
                    "type": "object",
                    "properties": {
                        "tree": {"$ref": node},
                        "self": {"$ref": "#/components/schemas/walk.input"},
                    },
                },
            })
        );
    }
}
