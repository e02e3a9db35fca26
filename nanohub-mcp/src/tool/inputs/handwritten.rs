//! Schemas that the author wrote by hand: published untouched, enforced in full.

use serde_json::{Map, Value};

use crate::schema::SchemaSettings;
use crate::schema::guard::Guard;
use crate::schema::validator::Validator;
use crate::tool::definition::{Argument, Tool};
use crate::tool::inputs::{Inputs, Parameter};

/// How deep a hand-written schema may nest (TL-14).
const DEEPEST: usize = 64;

pub(super) fn compile(tool: &Tool, schema: &Value, settings: &SchemaSettings) -> Result<Inputs, Vec<String>> {
    let mut problems = Vec::new();
    if schema.get("type") != Some(&Value::from("object")) {
        problems.push("the hand-written `input_schema` must be an object with `\"type\": \"object\"`".into());
    }
    for argument in &tool.arguments {
        for attribute in attributes(argument) {
            problems.push(format!(
                "parameter `{}`: `{attribute}` belongs into the hand-written `input_schema`, which is published untouched",
                argument.name
            ));
        }
        if is_shut_out(argument.name, schema) {
            problems.push(format!(
                "parameter `{}` is not in the hand-written `input_schema`, which allows no others",
                argument.name
            ));
        }
    }
    let whole = validator(schema, "input_schema").map_err(|problem| problems.push(problem)).ok();
    if !problems.is_empty() {
        return Err(problems);
    }

    let definitions = schema.get("$defs");
    let parameters = tool.arguments.iter().map(|argument| {
        let mut property = schema
            .get("properties")
            .and_then(|properties| properties.get(argument.name)?.as_object())
            .cloned()
            .unwrap_or_else(Map::new);
        if let Some(definitions) = definitions {
            property.insert("$defs".into(), definitions.clone());
        }
        Parameter::new(argument, Value::Object(property), Guard::Nothing)
    });
    Ok(Inputs {
        schema: schema.clone(),
        parameters: parameters.collect(),
        whole,
        reflect: settings.reflect_values,
    })
}

/// Compiles a schema that the author wrote.
pub(crate) fn validator(schema: &Value, attribute: &str) -> Result<Validator, String> {
    if !cfg!(feature = "validation") {
        return Err(format!(
            "a hand-written `{attribute}` is enforced by the feature `validation`: switch it on"
        ));
    }
    if depth(schema) > DEEPEST {
        return Err(format!("the hand-written `{attribute}` nests deeper than {DEEPEST} levels"));
    }
    Validator::new(schema).map_err(|problem| format!("`{attribute}`: {problem}"))
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

/// What has no effect beside a hand-written schema.
fn attributes(argument: &Argument) -> Vec<&'static str> {
    let ranged = argument.minimum.or(argument.maximum).or(argument.below).is_some();
    let sized = argument.min_len.or(argument.max_len).is_some();
    [
        ("title", argument.title.is_some()),
        ("range", ranged),
        ("len", sized),
        ("pattern", argument.pattern.is_some()),
        ("example", argument.example.is_some()),
        ("header", argument.header.is_some()),
    ]
    .into_iter()
    .filter_map(|(name, there)| there.then_some(name))
    .collect()
}

/// Whether no client could ever send the argument.
fn is_shut_out(name: &str, schema: &Value) -> bool {
    let elsewhere = ["$ref", "allOf", "anyOf", "oneOf", "if", "patternProperties"];
    schema.get("additionalProperties") == Some(&Value::Bool(false))
        && !elsewhere.iter().any(|keyword| schema.get(keyword).is_some())
        && schema.get("properties").is_none_or(|properties| properties.get(name).is_none())
}
