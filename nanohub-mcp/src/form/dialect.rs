//! The two ways in which clients are told what a form looks like.

use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Number, Value, json};

use crate::form::choice::Choice;
use crate::form::declare::Field;
use crate::form::error::FormError;
use crate::form::patch::Patch;
use crate::form::shape::Shape;
use crate::protocol::Revision;

/// The greatest integer that every client can hold exactly.
const MAX_SAFE: i128 = (1 << 53) - 1;

/// What clients of a revision understand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// 2025-06-18: titles in `enumNames`, defaults of booleans only, no selection of several.
    Early,
    /// Since 2025-11-25.
    Full,
}

impl Dialect {
    pub(crate) const COUNT: usize = 2;

    pub(crate) fn of(revision: Revision) -> Self {
        if revision < Revision::V2025_11_25 { Self::Early } else { Self::Full }
    }

    /// The `requestedSchema`. Its root has these keys and no other: strict clients refuse the form for
    /// a title or an `additionalProperties` (openai/codex#31163).
    pub(crate) fn render(self, fields: &[Field], patch: &Patch) -> Result<Box<RawValue>, FormError> {
        let mut properties = Map::new();
        for field in fields {
            let choices = patch.offered(field);
            let property = self.property(field, choices, patch.shown(field))?;
            properties.insert(field.name.clone().into_owned(), property.into());
        }
        let mut root = Map::new();
        root.insert("type".into(), "object".into());
        root.insert("properties".into(), properties.into());
        let required: Value =
            fields.iter().filter(|field| field.is_required()).map(|field| &*field.name).collect();
        if required != json!([]) {
            root.insert("required".into(), required);
        }
        to_raw_value(&root).map_err(|error| FormError::Broken(vec![error.to_string()]))
    }

    /// One field, in no other words than the protocol has for it. `type` stands in all of them: clients
    /// show a field without it as free text, or refuse it (`PrefectHQ/fastmcp#2772`).
    fn property(
        self,
        field: &Field,
        choices: &[Choice],
        default: Option<&Value>,
    ) -> Result<Map<String, Value>, FormError> {
        let mut property = Map::new();
        let mut put = |key: &str, value: Value| property.insert(key.into(), value);
        put("type", type_of(&field.shape).into());
        if let Some(title) = field.title {
            put("title", title.into());
        }
        if !field.doc.is_empty() {
            put("description", field.doc.into());
        }
        match &field.shape {
            Shape::Boolean => {}
            Shape::Text { min, max, format } => {
                min.map(|min| put("minLength", min.into()));
                max.map(|max| put("maxLength", max.into()));
                format.map(|format| put("format", format.as_str().into()));
            }
            Shape::Integer { min, max } => {
                integer(*min).map(|min| put("minimum", min));
                integer(*max).map(|max| put("maximum", max));
            }
            // That a bound itself is too much, the wire cannot say.
            Shape::Number { min, max, .. } => {
                number(*min).map(|min| put("minimum", min));
                number(*max).map(|max| put("maximum", max));
            }
            Shape::One(_) => match (self, is_titled(choices)) {
                (Self::Full, true) if !field.enum_names => {
                    put("oneOf", consts(choices));
                }
                (_, titled) => {
                    put("enum", values(choices));
                    if titled || field.enum_names {
                        put("enumNames", choices.iter().map(Choice::title).collect());
                    }
                }
            },
            Shape::Many { .. } if self == Self::Early => {
                let field = field.name.clone().into_owned();
                return Err(FormError::Unsupported { field, since: Revision::V2025_11_25 });
            }
            Shape::Many { min, max, .. } => {
                min.map(|min| put("minItems", min.into()));
                max.map(|max| put("maxItems", max.into()));
                // `anyOf` and not `oneOf`: in this the schema overrides the prose of SEP-1330.
                put(
                    "items",
                    if is_titled(choices) {
                        json!({ "anyOf": consts(choices) })
                    } else {
                        json!({ "type": "string", "enum": values(choices) })
                    },
                );
            }
        }
        if let Some(default) = default
            && (self == Self::Full || matches!(field.shape, Shape::Boolean))
        {
            put("default", default.clone());
        }
        Ok(property)
    }
}

fn type_of(shape: &Shape) -> &'static str {
    match shape {
        Shape::Text { .. } | Shape::One(_) => "string",
        Shape::Boolean => "boolean",
        Shape::Integer { .. } => "integer",
        Shape::Number { .. } => "number",
        Shape::Many { .. } => "array",
    }
}

fn is_titled(choices: &[Choice]) -> bool {
    choices.iter().any(|choice| choice.title.is_some())
}

fn values(choices: &[Choice]) -> Value {
    choices.iter().map(|choice| &*choice.value).collect()
}

fn consts(choices: &[Choice]) -> Value {
    choices.iter().map(|choice| json!({ "const": choice.value, "title": choice.title() })).collect()
}

/// A bound, where every client can hold it.
fn integer(bound: i128) -> Option<Value> {
    if (-MAX_SAFE..=MAX_SAFE).contains(&bound) { i64::try_from(bound).ok().map(Value::from) } else { None }
}

/// A bound, written without a fraction where it has none.
#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "checked to be exact")]
fn number(bound: f64) -> Option<Value> {
    if bound.abs() > MAX_SAFE as f64 {
        None
    } else if bound.fract() == 0.0 {
        Some(Value::from(bound as i64))
    } else {
        Number::from_f64(bound).map(Value::Number)
    }
}
