//! Bounds, defaults and examples that the author wrote at a parameter.

use regex::Regex;
use serde_json::{Map, Value};

use crate::schema::number::Number;
use crate::schema::portable::MAX_SAFE;
use crate::schema::walk::has_type;
use crate::tool::definition::{Argument, Limit};
use crate::tool::inputs::Parameter;

/// What the author wrote at a parameter, as keywords of its schema.
#[derive(Debug, Default)]
pub(super) struct Bounds {
    pub(super) minimum: Option<Number>,
    pub(super) maximum: Option<Number>,
    pub(super) below: Option<Number>,
    others: Map<String, Value>,
}

impl From<Limit> for Number {
    fn from(limit: Limit) -> Self {
        match limit {
            Limit::Integer(integer) => Self::Integer(integer),
            Limit::Float(float) => Self::Float(float),
        }
    }
}

impl Bounds {
    pub(super) fn of(argument: &Argument, schema: &Value, problems: &mut Vec<String>) -> Self {
        let none = Map::new();
        let schema = schema.as_object().unwrap_or(&none);
        let is = |kind: &str| has_type(schema, kind);
        let mut problem = |text: &str| problems.push(format!("parameter `{}`: {text}", argument.name));

        let mut bounds = Self {
            minimum: argument.minimum.map(Number::from),
            maximum: argument.maximum.map(Number::from),
            below: argument.below.map(Number::from),
            others: Map::new(),
        };
        let ranged = bounds.minimum.or(bounds.maximum).or(bounds.below).is_some();
        if ranged && !is("integer") && !is("number") {
            problem("`range` is for integers and floats; for strings and lists, there is `len`");
            (bounds.minimum, bounds.maximum, bounds.below) = (None, None, None);
        }
        let inverted = |low: Option<Number>, high: Option<Number>, allowed: bool| match low.zip(high) {
            Some((low, high)) => {
                low.compare(high).is_none_or(|order| if allowed { order.is_gt() } else { order.is_ge() })
            }
            None => false,
        };
        if inverted(bounds.minimum, bounds.maximum, true) || inverted(bounds.minimum, bounds.below, false) {
            problem("the `range` is empty: nothing is in it");
        }

        if argument.min_len.or(argument.max_len).is_some() {
            let keywords = if is("string") {
                Some(("minLength", "maxLength"))
            } else if is("array") {
                Some(("minItems", "maxItems"))
            } else if is("object") && !schema.contains_key("properties") {
                Some(("minProperties", "maxProperties"))
            } else {
                problem("`len` is for strings, lists and maps; for numbers, there is `range`");
                None
            };
            if argument.min_len.zip(argument.max_len).is_some_and(|(least, most)| least > most) {
                problem("the `len` is empty: no length is in it");
            }
            if let Some((least, most)) = keywords {
                let sizes = [(least, argument.min_len), (most, argument.max_len)];
                bounds
                    .others
                    .extend(sizes.into_iter().filter_map(|(key, size)| Some((key.to_owned(), size?.into()))));
            }
        }

        if let Some(pattern) = argument.pattern {
            if !is("string") {
                problem("`pattern` is for strings");
            } else if let Err(error) = Regex::new(pattern) {
                problem(&format!("the `pattern` is no regular expression: {error}"));
            } else {
                bounds.others.insert("pattern".into(), pattern.into());
            }
        }
        if let Some(header) = argument.header {
            bounds.others.insert("x-mcp-header".into(), header.into());
        }
        bounds
    }

    /// All of it.
    pub(super) fn exact(&self) -> Map<String, Value> {
        let mut all = self.others.clone();
        for (key, bound) in
            [("minimum", self.minimum), ("maximum", self.maximum), ("exclusiveMaximum", self.below)]
        {
            if let Some(bound) = bound.and_then(Number::to_json) {
                all.insert(key.to_owned(), bound);
            }
        }
        all
    }

    /// What every host can read: a bound beyond 2^53 - 1 is enforced, and not advertised (S05).
    pub(super) fn portable(&self) -> Map<String, Value> {
        let mut all = self.exact();
        all.retain(|_, value| is_safe(value));
        all
    }
}

/// Adds the default and the example, if they are what is asked of clients too.
pub(super) fn values(
    argument: &Argument,
    parameter: &Parameter,
    property: &mut Value,
    problems: &mut Vec<String>,
) {
    let Value::Object(property) = property else { return };
    if let Some(default) = parameter.default.as_deref()
        && let Some(value) = accepted(argument, parameter, "default", default, problems)
    {
        // The type's own default is for where it is a field.
        property.shift_remove("default");
        if is_safe(&value) {
            property.insert("default".into(), value);
        }
    }
    if let Some(example) = argument.example.as_deref()
        && let Some(value) = accepted(argument, parameter, "example", example, problems)
    {
        property.insert("examples".into(), Value::Array(vec![value]));
    }
}

fn is_safe(value: &Value) -> bool {
    !value.is_number() || value.as_f64().is_some_and(|number| number.abs() <= MAX_SAFE)
}

/// The value, if it is what is asked of clients too.
fn accepted(
    argument: &Argument,
    parameter: &Parameter,
    what: &str,
    json: &str,
    problems: &mut Vec<String>,
) -> Option<Value> {
    let name = argument.name;
    match serde_json::from_str::<Value>(json) {
        Ok(value) => {
            let violations = parameter.violations(json, &value, true);
            for violation in &violations {
                let place = if violation.pointer.is_empty() {
                    String::new()
                } else {
                    format!("`{}` ", violation.pointer)
                };
                problems
                    .push(format!("parameter `{name}`: the {what} is refused: {place}{}", violation.words));
            }
            violations.is_empty().then_some(value)
        }
        Err(error) => {
            problems.push(format!("parameter `{name}`: the {what} is no JSON: {error}"));
            None
        }
    }
}

/// Checks the names of headers that repeat arguments: clients drop a tool over a bad one (TL-24).
pub(super) fn headers(arguments: &[Argument], parameters: &[Parameter], problems: &mut Vec<String>) {
    let mut seen: Vec<String> = Vec::new();
    for (argument, parameter) in arguments.iter().zip(parameters) {
        let Some(header) = argument.header else { continue };
        let mut problem = |text: String| problems.push(format!("parameter `{}`: {text}", argument.name));
        let token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
        if header.is_empty() || !header.bytes().all(token) {
            problem(format!("`{header}` is no name of a header"));
        }
        if seen.contains(&header.to_ascii_lowercase()) {
            problem(format!("another parameter has the header `{header}` already"));
        }
        seen.push(header.to_ascii_lowercase());
        let schema = parameter.schema.as_object();
        if !schema
            .is_some_and(|schema| ["string", "integer", "boolean"].iter().any(|kind| has_type(schema, kind)))
        {
            problem("a header repeats strings, integers and booleans only".into());
        }
    }
}
