//! The schema of what a tool returns, and the check that what it returned is that.

use schemars::generate::SchemaSettings as Generate;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::schema::SchemaSettings;
use crate::schema::guard::Guard;
use crate::schema::inline::inline;
use crate::schema::portable::{Rules, rewrite};
use crate::schema::validator::Validator;
use crate::schema::walk::children_mut;
use crate::tool::definition::Tool;
use crate::tool::inputs::handwritten;

/// The schema of a tool's structured content.
#[derive(Debug)]
pub(crate) struct OutputSchema {
    schema: Value,
    wrapped: Value,
    guard: Guard,
    validator: Option<Validator>,
}

impl OutputSchema {
    /// Compiles the schema of what a tool returns, where it has one, or says all that is wrong with it.
    pub(crate) fn compile(tool: &Tool, settings: &SchemaSettings) -> Result<Option<Self>, Vec<String>> {
        let (schema, guard, validator) = match (&tool.output_schema, tool.output) {
            (Some(schema), _) => {
                let validator =
                    handwritten::validator(schema, "output_schema").map_err(|problem| vec![problem])?;
                (schema.clone(), Guard::Whole, Some(validator))
            }
            (None, Some(of)) => {
                let mut generator = Generate::draft2020_12().for_serialize().into_generator();
                let schema = of(&mut generator).to_value();
                let definitions = generator.take_definitions(true);
                let schema = if settings.portable {
                    portable(schema, &definitions).map_err(|problem| vec![problem])?
                } else {
                    with_definitions(schema, definitions)
                };
                let guard = Guard::strict(&schema);
                let validator = match &guard {
                    Guard::Whole => Some(Validator::new(&schema).map_err(|problem| vec![problem])?),
                    _ => None,
                };
                (schema, guard, validator)
            }
            (None, None) => return Ok(None),
        };
        let wrapped = wrap(&schema);
        Ok(Some(Self { schema, wrapped, guard, validator }))
    }

    /// The schema as it is, for revisions that take any.
    pub(crate) fn schema(&self) -> &Value {
        &self.schema
    }

    /// Whether the schema is one of an object, which every revision takes.
    pub(crate) fn is_object(&self) -> bool {
        self.schema.get("type") == Some(&Value::from("object"))
    }

    /// The schema of `{"result": …}`, for revisions that take objects only where [`Self::is_object`] says no
    /// (S20).
    pub(crate) fn wrapped(&self) -> &Value {
        &self.wrapped
    }

    /// Checks a value before it is published.
    ///
    /// # Errors
    ///
    /// The JSON pointer of the first part that breaks the schema. The details are in the log.
    pub(crate) fn check(&self, value: &RawValue) -> Result<(), String> {
        let json = value.get();
        let parsed = match &self.guard {
            Guard::Whole => serde_json::from_str::<Value>(json).ok(),
            guard if guard.holds(json) => return Ok(()),
            _ => serde_json::from_str(json).ok(),
        };
        let Some(parsed) = parsed else { return Err(String::new()) };
        if self.validator.as_ref().is_some_and(|validator| validator.fits(&parsed)) {
            return Ok(());
        }
        // Scalars and their lists have none until one is needed to say where.
        let compiled = if self.validator.is_none() { Validator::new(&self.schema).ok() } else { None };
        let validator = self.validator.as_ref().or(compiled.as_ref());
        let violations =
            validator.map(|found| found.violations(&self.schema, &parsed, false)).unwrap_or_default();
        for violation in &violations {
            tracing::error!(
                pointer = violation.pointer,
                reason = violation.words,
                "a tool returned a value that breaks its output schema (a float that is not finite is null in JSON)"
            );
        }
        Err(violations.into_iter().next().map(|violation| violation.pointer).unwrap_or_default())
    }
}

fn portable(mut schema: Value, definitions: &serde_json::Map<String, Value>) -> Result<Value, String> {
    let mut kept = inline(&mut [&mut schema], definitions)?;
    rewrite(&mut schema, Rules::RESULTS);
    kept.values_mut().for_each(|definition| rewrite(definition, Rules::RESULTS));
    if let Value::Object(root) = &mut schema {
        root.shift_remove("title");
    }
    Ok(with_definitions(schema, kept))
}

fn with_definitions(mut schema: Value, definitions: serde_json::Map<String, Value>) -> Value {
    if let Value::Object(root) = &mut schema
        && !definitions.is_empty()
    {
        root.insert("$defs".into(), definitions.into());
    }
    schema
}

/// Definitions stay at the root: references start there. Others are moved along.
fn wrap(schema: &Value) -> Value {
    let mut inner = schema.clone();
    move_references(&mut inner);
    let mut moved = Vec::new();
    if let Value::Object(inner) = &mut inner {
        for keyword in ["$schema", "$defs"] {
            moved.extend(inner.shift_remove(keyword).map(|value| (keyword.to_owned(), value)));
        }
    }
    let mut wrapped = json!({"type": "object", "properties": {"result": inner}, "required": ["result"]});
    if let Value::Object(root) = &mut wrapped {
        root.extend(moved);
    }
    wrapped
}

fn move_references(schema: &mut Value) {
    let Value::Object(schema) = schema else { return };
    if let Some(Value::String(reference)) = schema.get_mut("$ref")
        && let Some(place) = reference.strip_prefix('#')
        && (place.is_empty() || place.starts_with('/'))
        && !place.starts_with("/$defs/")
    {
        *reference = format!("#/properties/result{place}");
    }
    children_mut(schema, &mut |_, child| move_references(child));
}

#[cfg(all(test, feature = "validation"))]
mod tests;
