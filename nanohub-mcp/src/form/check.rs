//! Whether an answer keeps to its form.
//!
//! Clients check little and collect text, so an answer is repaired where nothing is lost and the type that
//! was asked for leaves no doubt: `3.0` and `"3"` are the integer 3, `"true"` is `true`, an item selected
//! twice is selected. Nothing is ever repaired into text. `null` is a field left out, and so is `""` in an
//! optional field that could not hold it. No message repeats what was answered.

use std::fmt;

use serde_json::{Map, Number, Value};

use crate::form::choice::Choice;
use crate::form::declare::Field;
use crate::form::describe::list;
use crate::form::patch::Patch;
use crate::form::shape::Shape;

/// Where an answer breaks its form, and which rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Violation {
    field: String,
    reason: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` {}", self.field, self.reason)
    }
}

pub(crate) fn answer(
    fields: &[Field],
    content: Option<&Map<String, Value>>,
    patch: &Patch,
) -> Result<Map<String, Value>, Vec<Violation>> {
    let mut answer = Map::new();
    let mut violations = Vec::new();
    for field in fields {
        let violate = |reason: String| Violation { field: field.name.clone().into_owned(), reason };
        let choices = patch.offered(field);
        let given = content.and_then(|content| content.get(&*field.name)).filter(|value| !value.is_null());
        let given = given.map(|value| (value, value_of(field, value, choices)));
        match given {
            Some((_, Ok(value))) => {
                answer.insert(field.name.clone().into_owned(), value);
            }
            Some((value, Err(reasons))) if !(field.optional && is_blank(value)) => {
                violations.extend(reasons.into_iter().map(violate));
            }
            _ => match patch.missing(field) {
                Some(value) => {
                    answer.insert(field.name.clone().into_owned(), value.clone());
                }
                None if field.optional => {}
                None => violations.push(violate("is missing".into())),
            },
        }
    }
    if violations.is_empty() { Ok(answer) } else { Err(violations) }
}

/// Why a value of the author's own is none of the field.
pub(crate) fn given(field: &Field, value: &Value, choices: &[Choice]) -> Vec<String> {
    let declared = Patch::default();
    let choices = if choices.is_empty() { declared.offered(field) } else { choices };
    value_of(field, value, choices).err().unwrap_or_default()
}

/// An untouched text box.
fn is_blank(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.trim().is_empty())
}

/// The value as the field's type has it, or every rule that it breaks.
fn value_of(field: &Field, value: &Value, choices: &[Choice]) -> Result<Value, Vec<String>> {
    let value = match &field.shape {
        Shape::Boolean => boolean(value),
        Shape::Integer { min, max } => integer(value, *min, *max),
        Shape::Number { min, max, below } => number(value, *min, *max, *below),
        Shape::One(_) => one(value, choices),
        Shape::Many { min, max, .. } => {
            return many(value, choices, *min, *max).and_then(|value| validated(field, value));
        }
        Shape::Text { .. } => return text(field, value).and_then(|value| validated(field, value)),
    };
    value.map_err(|reason| vec![reason]).and_then(|value| validated(field, value))
}

/// The author's own check, of a value that is right otherwise.
fn validated(field: &Field, value: Value) -> Result<Value, Vec<String>> {
    match field.validate.as_ref().and_then(|validate| validate(&value)) {
        Some(reason) => Err(vec![format!("is not accepted: {reason}")]),
        None => Ok(value),
    }
}

fn text(field: &Field, value: &Value) -> Result<Value, Vec<String>> {
    let Shape::Text { min, max, format } = &field.shape else { return Ok(value.clone()) };
    let Some(text) = value.as_str() else { return Err(vec!["must be text".into()]) };
    let mut reasons = Vec::new();
    let length = text.chars().count();
    if let Some(min) = min.filter(|&min| length < min) {
        reasons.push(format!("must have at least {}", count(min, "character")));
    }
    if let Some(max) = max.filter(|&max| length > max) {
        reasons.push(format!("must have at most {}", count(max, "character")));
    }
    if let Some(format) = format.filter(|format| !format.accepts(text)) {
        reasons.push(format!("must be {}", format.in_words()));
    }
    if let Some(pattern) = field.pattern.as_ref().filter(|pattern| !pattern.is_match(text)) {
        reasons.push(format!("must match the regular expression `{pattern}`"));
    }
    if reasons.is_empty() { Ok(text.into()) } else { Err(reasons) }
}

fn boolean(value: &Value) -> Result<Value, String> {
    match value {
        Value::Bool(_) => Ok(value.clone()),
        Value::String(text) if text.trim().eq_ignore_ascii_case("true") => Ok(true.into()),
        Value::String(text) if text.trim().eq_ignore_ascii_case("false") => Ok(false.into()),
        _ => Err("must be true or false".into()),
    }
}

fn integer(value: &Value, min: i128, max: i128) -> Result<Value, String> {
    let integer = match value {
        Value::Number(number) => number.as_i128().or_else(|| number.as_f64().and_then(whole)),
        Value::String(text) => {
            let text = text.trim();
            text.parse().ok().or_else(|| text.parse().ok().and_then(whole))
        }
        _ => None,
    };
    let integer = integer.ok_or("must be an integer")?;
    if integer < min {
        return Err(format!("must be at least {min}"));
    }
    if integer > max {
        return Err(format!("must be at most {max}"));
    }
    // The bounds are those of a type of 64 bits, or narrower.
    Number::from_i128(integer).map(Value::Number).ok_or_else(|| "must be an integer".into())
}

/// The integer that a float stands for. Beyond 2^53 it may stand for several.
#[allow(clippy::cast_possible_truncation, reason = "checked to be exact")]
fn whole(float: f64) -> Option<i128> {
    (float.fract() == 0.0 && float.abs() <= 9_007_199_254_740_992.0).then_some(float as i128)
}

fn number(value: &Value, min: f64, max: f64, below: bool) -> Result<Value, String> {
    let number = match value {
        Value::Number(number) => Some(number.clone()),
        Value::String(text) => text.trim().parse().ok().and_then(Number::from_f64),
        _ => None,
    };
    let (number, float) =
        number.and_then(|number| number.as_f64().map(|float| (number, float))).ok_or("must be a number")?;
    if float < min {
        return Err(format!("must be at least {min}"));
    }
    if below && float >= max {
        return Err(format!("must be less than {max}"));
    }
    if float > max {
        return Err(format!("must be at most {max}"));
    }
    Ok(number.into())
}

fn one(value: &Value, choices: &[Choice]) -> Result<Value, String> {
    match value.as_str() {
        Some(text) if choices.iter().any(|choice| choice.value == text) => Ok(text.into()),
        _ => Err(format!("must be {}", list(choices, "or"))),
    }
}

fn many(
    value: &Value,
    choices: &[Choice],
    min: Option<usize>,
    max: Option<usize>,
) -> Result<Value, Vec<String>> {
    let all = || format!("must be a list of {}", list(choices, "or"));
    let items = value.as_array().ok_or_else(|| vec![all()])?;
    let mut reasons = Vec::new();
    let mut distinct: Vec<&Value> = Vec::new();
    for item in items {
        if !distinct.contains(&item) {
            distinct.push(item);
        }
    }
    if distinct.iter().any(|item| one(item, choices).is_err()) {
        reasons.push(all());
    }
    if let Some(min) = min.filter(|&min| distinct.len() < min) {
        reasons.push(format!("must have at least {}", count(min, "item")));
    }
    if let Some(max) = max.filter(|&max| distinct.len() > max) {
        reasons.push(format!("must have at most {}", count(max, "item")));
    }
    if reasons.is_empty() { Ok(distinct.into_iter().cloned().collect()) } else { Err(reasons) }
}

/// `1 character`, `2 characters`
fn count(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
