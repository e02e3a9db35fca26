//! The arguments of a tool, ready to be taken.

mod bounds;
pub(crate) mod handwritten;

use std::sync::OnceLock;

use schemars::generate::SchemaSettings as Generate;
use serde_json::{Map, Value, json};

use crate::schema::SchemaSettings;
use crate::schema::guard::Guard;
use crate::schema::inline::inline;
use crate::schema::merge::merge;
use crate::schema::portable::{Rules, rewrite};
use crate::schema::validator::{Validator, Violation, mismatch};
use crate::tool::definition::{Argument, Tool};
use crate::tool::inputs::bounds::Bounds;

/// The arguments of a tool, ready to be taken.
#[derive(Debug)]
pub(crate) struct Inputs {
    /// What is advertised.
    schema: Value,
    pub(crate) parameters: Vec<Parameter>,
    /// A hand-written schema is enforced as a whole: it may relate arguments to each other.
    pub(crate) whole: Option<Validator>,
    pub(crate) reflect: bool,
}

/// One argument, ready to be taken.
#[derive(Debug)]
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    /// Whether the type takes a missing value.
    pub(crate) optional: bool,
    /// JSON text.
    pub(crate) default: Option<String>,
    /// What is checked: closer to the type than what is advertised, with its own definitions.
    pub(crate) schema: Value,
    pub(crate) guard: Guard,
    validator: OnceLock<Option<Validator>>,
}

impl Parameter {
    fn new(argument: &Argument, schema: Value, guard: Guard) -> Self {
        let optional = (argument.optional)();
        // A default of `None` is what an option has anyway.
        let default = argument.default.clone().filter(|default| !(optional && default == "null"));
        Self { name: argument.name, optional, default, schema, guard, validator: OnceLock::new() }
    }

    /// The validator; compiled at first use where only refusals need it.
    pub(crate) fn validator(&self) -> Option<&Validator> {
        self.validator.get_or_init(|| Validator::new(&self.schema).ok()).as_ref()
    }

    /// Whether the JSON text passes, once it is decoded.
    pub(crate) fn holds(&self, json: &str) -> bool {
        match &self.guard {
            Guard::Whole => self
                .validator()
                .is_none_or(|validator| serde_json::from_str(json).is_ok_and(|value| validator.fits(&value))),
            guard => guard.holds(json),
        }
    }

    /// How the value breaks the schema.
    pub(crate) fn violations(&self, json: &str, value: &Value, reflect: bool) -> Vec<Violation> {
        let mut violations = self
            .validator()
            .map(|validator| validator.violations(&self.schema, value, reflect))
            .unwrap_or_default();
        // Bounds that JSON cannot hold are in the guard only.
        if violations.is_empty() && !matches!(self.guard, Guard::Whole) && !self.guard.holds(json) {
            violations.push(Violation::other(mismatch(&self.schema, &self.schema, value, reflect)));
        }
        violations
    }
}

impl Inputs {
    /// Compiles the arguments of a tool, or says all that is wrong with them.
    pub(crate) fn compile(tool: &Tool, settings: &SchemaSettings) -> Result<Self, Vec<String>> {
        match &tool.input_schema {
            Some(schema) => handwritten::compile(tool, schema, settings),
            None => from_types(tool, settings),
        }
    }

    /// What is advertised.
    pub(crate) fn schema(&self) -> &Value {
        &self.schema
    }
}

fn from_types(tool: &Tool, settings: &SchemaSettings) -> Result<Inputs, Vec<String>> {
    let mut generator = Generate::draft2020_12().for_deserialize().into_generator();
    let mut raw: Vec<Value> = Vec::new();
    for argument in &tool.arguments {
        raw.push(described(argument, (argument.schema)(&mut generator).to_value()));
    }
    let definitions = generator.take_definitions(true);

    let mut inlined = raw.clone();
    let kept =
        inline(&mut inlined.iter_mut().collect::<Vec<_>>(), &definitions).map_err(|problem| vec![problem])?;
    let rewritten = |schema: &Value, rules: Rules| {
        let mut schema = schema.clone();
        rewrite(&mut schema, rules);
        schema
    };
    // What is not advertised as closed is not checked to be, and what cannot be checked is not advertised.
    let close = settings.portable && cfg!(feature = "validation");
    let checks = Rules { close, ..Rules::CHECKS };
    let advertised = Rules { close, ..Rules::ARGUMENTS };
    let kept_checks: Map<_, _> =
        kept.iter().map(|(name, schema)| (name.clone(), rewritten(schema, checks))).collect();

    let mut problems = Vec::new();
    let mut parameters = Vec::new();
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for ((argument, raw), inlined) in tool.arguments.iter().zip(raw).zip(&inlined) {
        let mut schema = rewritten(inlined, checks);
        let mut property = if settings.portable { rewritten(inlined, advertised) } else { raw };

        let bounds = Bounds::of(argument, &schema, &mut problems);
        add(&mut schema, bounds.exact());
        add(&mut property, if settings.portable { bounds.portable() } else { bounds.exact() });
        let mut guard = Guard::of(&schema);
        guard.bound(bounds.minimum, bounds.maximum, bounds.below);
        if !kept_checks.is_empty()
            && let Value::Object(schema) = &mut schema
        {
            schema.insert("$defs".into(), kept_checks.clone().into());
        }

        let parameter = Parameter::new(argument, schema, guard);
        if matches!(parameter.guard, Guard::Whole) {
            // Compiled now, so that what is wrong with it is found now.
            match Validator::new(&parameter.schema) {
                Ok(validator) => drop(parameter.validator.set(Some(validator))),
                Err(problem) => problems.push(format!("parameter `{}`: {problem}", argument.name)),
            }
        }
        bounds::values(argument, &parameter, &mut property, &mut problems);
        if !parameter.optional && parameter.default.is_none() {
            required.push(Value::from(argument.name));
        }
        properties.insert(argument.name.to_owned(), property);
        parameters.push(parameter);
    }
    bounds::headers(&tool.arguments, &parameters, &mut problems);
    if !problems.is_empty() {
        return Err(problems);
    }

    let mut schema = json!({"type": "object", "properties": properties, "additionalProperties": false});
    if let Value::Object(root) = &mut schema {
        if !required.is_empty() {
            root.insert("required".into(), required.into());
        }
        let definitions: Map<_, _> = if settings.portable {
            kept.iter().map(|(name, schema)| (name.clone(), rewritten(schema, advertised))).collect()
        } else {
            root.insert("$schema".into(), "https://json-schema.org/draft/2020-12/schema".into());
            definitions
        };
        if !definitions.is_empty() {
            root.insert("$defs".into(), definitions.into());
        }
    }
    Ok(Inputs { schema, parameters, whole: None, reflect: settings.reflect_values })
}

/// Adds what the author said about the parameter, which goes before what the type says of itself.
fn described(argument: &Argument, schema: Value) -> Value {
    let mut schema = match schema {
        Value::Object(schema) => schema,
        Value::Bool(false) => Map::from_iter([("not".to_owned(), json!({}))]),
        _ => Map::new(),
    };
    if let Some(title) = argument.title {
        schema.insert("title".into(), title.into());
    }
    if !argument.doc.is_empty() {
        schema.insert("description".into(), argument.doc.into());
    }
    Value::Object(schema)
}

fn add(schema: &mut Value, bounds: Map<String, Value>) {
    if let Value::Object(schema) = schema {
        merge(schema, bounds);
    }
}

#[cfg(all(test, feature = "validation"))]
pub(crate) mod tests;
