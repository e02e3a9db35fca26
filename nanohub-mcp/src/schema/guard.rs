//! What decoding does not see to, checked on the JSON text where that is cheap.

use std::borrow::Cow;
use std::cmp::Ordering;

use regex::Regex;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::schema::merge::ANNOTATIONS;
use crate::schema::number::Number;
use crate::schema::walk::types;

/// What is left to check of a decoded value.
#[derive(Debug)]
pub(crate) enum Guard {
    /// Nothing: the type says it all.
    Nothing,
    /// The value of a string, a number or a boolean.
    Scalar(Box<Scalar>),
    /// How many items an array has.
    Items { least: usize, most: usize },
    /// How many items an array has, and each of them.
    Each { least: usize, most: usize, item: Box<Scalar> },
    /// Everything: objects may hold names that decoding ignores.
    Whole,
}

#[derive(Debug, Default)]
pub(crate) struct Scalar {
    kind: Kind,
    nullable: bool,
    minimum: Option<Number>,
    maximum: Option<Number>,
    above: Option<Number>,
    below: Option<Number>,
    min_len: Option<usize>,
    max_len: Option<usize>,
    pattern: Option<Regex>,
    values: Option<Vec<String>>,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Kind {
    #[default]
    String,
    Integer,
    Number,
    Boolean,
}

impl Guard {
    /// What is left to check of a value that was decoded by a type of that schema, exact bounds and all.
    pub(crate) fn of(schema: &Value) -> Self {
        let Value::Object(schema) = schema else { return Self::Nothing };
        if keys(schema).next().is_none() {
            return Self::Nothing;
        }
        let mut kinds = types(schema);
        let count = kinds.len();
        kinds.retain(|kind| *kind != "null");
        let (nullable, [kind]) = (kinds.len() < count, kinds.as_slice()) else { return Self::Whole };
        match *kind {
            "array" => Self::of_array(schema),
            "object" => Self::Whole,
            kind => Scalar::of(kind, schema, nullable).map_or(Self::Whole, |scalar| {
                if scalar.is_natural(schema) { Self::Nothing } else { Self::Scalar(Box::new(scalar)) }
            }),
        }
    }

    fn of_array(schema: &Map<String, Value>) -> Self {
        let known =
            keys(schema).all(|key| matches!(key, "type" | "items" | "prefixItems" | "minItems" | "maxItems"));
        let all = schema.get("items").into_iter();
        let places = schema.get("prefixItems").and_then(Value::as_array).into_iter().flatten();
        if !known || !all.chain(places).all(|item| matches!(Self::of(item), Self::Nothing)) {
            return Self::Whole;
        }
        match items(schema) {
            (0, usize::MAX) => Self::Nothing,
            (least, most) => Self::Items { least, most },
        }
    }

    /// What is to check of a value of whose type nothing is known.
    pub(crate) fn strict(schema: &Value) -> Self {
        let Value::Object(schema) = schema else { return Self::Nothing };
        if keys(schema).next().is_none() {
            return Self::Nothing;
        }
        if let [kind] = types(schema).as_slice()
            && let Some(scalar) = Scalar::of(kind, schema, false)
        {
            return Self::Scalar(Box::new(scalar));
        }
        if types(schema) == ["array"]
            && keys(schema).all(|key| matches!(key, "type" | "items" | "minItems" | "maxItems"))
            && let Some(Value::Object(item)) = schema.get("items")
            && let [kind] = types(item).as_slice()
            && let Some(item) = Scalar::of(kind, item, false)
        {
            let (least, most) = items(schema);
            return Self::Each { least, most, item: Box::new(item) };
        }
        Self::Whole
    }

    /// Adds bounds that JSON may not be able to hold.
    pub(crate) fn bound(&mut self, minimum: Option<Number>, maximum: Option<Number>, below: Option<Number>) {
        if minimum.or(maximum).or(below).is_none() {
            return;
        }
        if let Self::Nothing = self {
            // Decoding has seen to the rest.
            *self =
                Self::Scalar(Box::new(Scalar { kind: Kind::Number, nullable: true, ..Scalar::default() }));
        }
        if let Self::Scalar(scalar) = self {
            scalar.minimum = minimum.or(scalar.minimum);
            scalar.maximum = maximum.or(scalar.maximum);
            scalar.below = below.or(scalar.below);
        }
    }

    /// Whether the JSON text passes. Of [`Guard::Whole`], nothing does.
    pub(crate) fn holds(&self, json: &str) -> bool {
        match self {
            Self::Nothing => true,
            Self::Scalar(scalar) => scalar.holds(json),
            Self::Items { least, most } => {
                json == "null"
                    || serde_json::from_str::<Vec<IgnoredAny>>(json)
                        .is_ok_and(|items| (*least..=*most).contains(&items.len()))
            }
            Self::Each { least, most, item } => {
                serde_json::from_str::<Vec<&RawValue>>(json).is_ok_and(|items| {
                    (*least..=*most).contains(&items.len()) && items.iter().all(|raw| item.holds(raw.get()))
                })
            }
            Self::Whole => false,
        }
    }
}

/// The least and the most items of an array.
fn items(schema: &Map<String, Value>) -> (usize, usize) {
    let count = |key| schema.get(key).and_then(Value::as_u64).and_then(|count| count.try_into().ok());
    (count("minItems").unwrap_or(0), count("maxItems").unwrap_or(usize::MAX))
}

/// The keywords that restrict.
fn keys(schema: &Map<String, Value>) -> impl Iterator<Item = &str> {
    schema
        .keys()
        .map(String::as_str)
        .filter(|key| !ANNOTATIONS.contains(key) && !matches!(*key, "format" | "$defs"))
}

impl Scalar {
    fn of(kind: &str, schema: &Map<String, Value>, nullable: bool) -> Option<Self> {
        let kind = match kind {
            "string" => Kind::String,
            "integer" => Kind::Integer,
            "number" => Kind::Number,
            "boolean" => Kind::Boolean,
            _ => return None,
        };
        let mut scalar = Self { kind, nullable, ..Self::default() };
        for key in keys(schema) {
            let value = &schema[key];
            let count = || value.as_u64().and_then(|count| usize::try_from(count).ok());
            match key {
                "type" => {}
                "minimum" => scalar.minimum = Some(Number::from_json(value)?),
                "maximum" => scalar.maximum = Some(Number::from_json(value)?),
                "exclusiveMinimum" => scalar.above = Some(Number::from_json(value)?),
                "exclusiveMaximum" => scalar.below = Some(Number::from_json(value)?),
                "minLength" => scalar.min_len = Some(count()?),
                "maxLength" => scalar.max_len = Some(count()?),
                "pattern" => scalar.pattern = Some(Regex::new(value.as_str()?).ok()?),
                "enum" if kind == Kind::String => {
                    let values = value.as_array()?.iter().filter(|value| !value.is_null());
                    scalar.values =
                        Some(values.map(|value| value.as_str().map(str::to_owned)).collect::<Option<_>>()?);
                }
                _ => return None,
            }
        }
        Some(scalar)
    }

    /// Whether the type itself sees to all of it: its format names the Rust type, the bounds are that
    /// type's own.
    fn is_natural(&self, schema: &Map<String, Value>) -> bool {
        let format = schema.get("format").and_then(Value::as_str).unwrap_or_default();
        let natural = match format {
            "int8" => (Some(i8::MIN.into()), Some(i8::MAX.into())),
            "int16" => (Some(i16::MIN.into()), Some(i16::MAX.into())),
            "uint8" => (Some(0), Some(u8::MAX.into())),
            "uint16" => (Some(0), Some(u16::MAX.into())),
            "uint32" | "uint64" | "uint128" | "uint" => (Some(0), None),
            _ => (None, None),
        };
        // A `char` is one character, in the schema too; anything else of that length is rare.
        let others = keys(schema).all(|key| matches!(key, "type" | "minimum" | "maximum"));
        others
            && natural.0.map(Number::Integer) == self.minimum
            && natural.1.map(Number::Integer) == self.maximum
    }

    fn holds(&self, json: &str) -> bool {
        if json == "null" {
            return self.nullable;
        }
        match self.kind {
            Kind::Boolean => matches!(json, "true" | "false"),
            Kind::Integer | Kind::Number => {
                Number::parse(json).is_some_and(|number| self.holds_number(number))
            }
            Kind::String => {
                // Without escapes, the text between the quotes is the string.
                let plain = json.strip_prefix('"').and_then(|json| json.strip_suffix('"'));
                let text = match plain {
                    Some(plain) if !plain.contains('\\') => Some(Cow::Borrowed(plain)),
                    _ => serde_json::from_str::<String>(json).ok().map(Cow::Owned),
                };
                text.is_some_and(|text| self.holds_text(&text))
            }
        }
    }

    fn holds_number(&self, number: Number) -> bool {
        let is = |bound: Option<Number>, allowed: &[Ordering]| {
            bound.is_none_or(|bound| number.compare(bound).is_some_and(|order| allowed.contains(&order)))
        };
        (self.kind == Kind::Number || matches!(number, Number::Integer(_)))
            && is(self.minimum, &[Ordering::Greater, Ordering::Equal])
            && is(self.maximum, &[Ordering::Less, Ordering::Equal])
            && is(self.above, &[Ordering::Greater])
            && is(self.below, &[Ordering::Less])
    }

    fn holds_text(&self, text: &str) -> bool {
        let length = if self.min_len.or(self.max_len).is_some() { text.chars().count() } else { 0 };
        self.min_len.is_none_or(|least| length >= least)
            && self.max_len.is_none_or(|most| length <= most)
            && self.pattern.as_ref().is_none_or(|pattern| pattern.is_match(text))
            && self.values.as_ref().is_none_or(|values| values.iter().any(|value| value == text))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_the_type_sees_to_is_left_alone() {
        for schema in [
            json!({}),
            json!({"type": "string", "description": "x"}),
            json!({"type": "integer", "format": "uint8", "minimum": 0, "maximum": 255}),
            json!({"type": ["number", "null"], "format": "double"}),
            json!({"type": "array", "items": {"type": "string"}}),
        ] {
            assert!(matches!(Guard::of(&schema), Guard::Nothing), "{schema}");
        }
        for schema in [
            json!({"type": "object", "properties": {}}),
            json!({"type": "array", "items": {"type": "string", "minLength": 1}}),
            json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}),
        ] {
            assert!(matches!(Guard::of(&schema), Guard::Whole), "{schema}");
        }
    }

    #[test]
    fn scalars_are_checked_on_the_text() {
        let holds = |schema: Value, json: &str| Guard::of(&schema).holds(json);
        let bounded = json!({"type": "integer", "format": "uint16", "minimum": 1024, "maximum": 65535});
        assert!(holds(bounded.clone(), "1024"));
        assert!(!holds(bounded, "1023"));
        let big = json!({"type": "integer", "maximum": 9_007_199_254_740_992_i64});
        assert!(!holds(big, "9007199254740993"));
        let text = json!({"type": "string", "minLength": 2, "maxLength": 2});
        assert!(holds(text.clone(), r#""\u00e4ß""#));
        assert!(holds(text.clone(), "\"äß\""));
        assert!(!holds(text, "\"a\""));
        assert!(!holds(json!({"type": "string", "enum": ["a"]}), "\"b\""));
        assert!(!holds(json!({"type": "array", "items": {}, "maxItems": 1}), "[1,2]"));
    }
}
