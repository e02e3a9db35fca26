//! A form in words, for a model whose client cannot show it.

use crate::form::choice::Choice;
use crate::form::declare::Field;
use crate::form::patch::Patch;
use crate::form::shape::Shape;

/// `queue (standby or long, default standby); notify (yes or no, default yes)`, and after a full stop what
/// titles and docs say: `queue: Queue to submit to`.
pub(crate) fn form(fields: &[Field], patch: &Patch) -> String {
    let mut text = joined(fields.iter().map(|field| format!("{} ({})", field.name, facts(field, patch))));
    let notes = joined(fields.iter().filter_map(note));
    if !notes.is_empty() {
        text.push_str(". ");
        text.push_str(&notes);
    }
    text
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join("; ")
}

/// `standby or long, default standby`
fn facts(field: &Field, patch: &Patch) -> String {
    let facts = kind(field, patch.offered(field));
    if let Some(default) = patch.shown(field) {
        format!("{facts}, default {}", in_words(default))
    } else if field.optional {
        format!("{facts}, optional")
    } else {
        facts
    }
}

fn kind(field: &Field, choices: &[Choice]) -> String {
    let from = |min: String, max: String| match (min.is_empty(), max.is_empty()) {
        (true, true) => String::new(),
        (false, true) => format!(", at least {min}"),
        (true, false) => format!(", at most {max}"),
        (false, false) if min == max => format!(", exactly {min}"),
        (false, false) => format!(", {min} to {max}"),
    };
    let count = |count: &Option<usize>| count.map(|count| count.to_string()).unwrap_or_default();
    match &field.shape {
        Shape::Boolean => "yes or no".into(),
        Shape::Integer { min, max } => {
            // Beyond 32 bits a bound is that of the type and helps nobody.
            let bound =
                |bound: i128| if bound.abs() > u32::MAX.into() { String::new() } else { bound.to_string() };
            format!("integer{}", from(bound(*min), bound(*max)))
        }
        Shape::Number { min, max, below } => {
            let bound =
                |bound: f64| if bound.abs() >= f32::MAX.into() { String::new() } else { bound.to_string() };
            match (bound(*min), bound(*max)) {
                (min, max) if *below => format!("number{}, less than {max}", from(min, String::new())),
                (min, max) => format!("number{}", from(min, max)),
            }
        }
        Shape::Text { min, max, format } => {
            let text = format.map_or("text", |format| format.in_words());
            let length = from(count(min), count(max));
            let characters = if length.is_empty() { "" } else { " characters" };
            format!("{text}{length}{characters}")
        }
        Shape::One(_) => list(choices, "or"),
        Shape::Many { min, max, .. } => {
            format!("any of {}{}", list(choices, "and"), from(count(min), count(max)))
        }
    }
}

/// `queue: Which queue? Where the run waits`
fn note(field: &Field) -> Option<String> {
    let words = [field.title.unwrap_or(""), field.doc].map(|words| {
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        words.trim_end_matches('.').to_owned()
    });
    let words: Vec<_> = words.into_iter().filter(|words| !words.is_empty()).collect();
    (!words.is_empty()).then(|| format!("{}: {}", field.name, words.join(". ")))
}

fn in_words(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Bool(true) => "yes".into(),
        serde_json::Value::Bool(false) => "no".into(),
        serde_json::Value::String(text) if text.is_empty() => "empty".into(),
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Array(items) if items.is_empty() => "none".into(),
        serde_json::Value::Array(items) => items.iter().map(in_words).collect::<Vec<_>>().join(" and "),
        other => other.to_string(),
    }
}

/// `standby, short or long`, with titles where there are some.
pub(crate) fn list(choices: &[Choice], conjunction: &str) -> String {
    let mut words: Vec<String> = choices
        .iter()
        .map(|choice| match &choice.title {
            Some(title) if *title != choice.value => format!("{} (\"{title}\")", choice.value),
            _ => choice.value.clone().into_owned(),
        })
        .collect();
    let Some(last) = words.pop() else { return "nothing".into() };
    if words.is_empty() { last } else { format!("{} {conjunction} {last}", words.join(", ")) }
}
