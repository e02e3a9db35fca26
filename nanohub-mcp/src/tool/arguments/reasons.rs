//! Why serde refused a value, in words that hold neither the value nor the author's types.

use serde_json::Value;

use crate::schema::lookup::lookup;
use crate::schema::pointer::at;
use crate::schema::validator::{Violation, mismatch};
use crate::schema::walk::has_type;
use crate::schema::words::limits;
use crate::tool::inputs::Parameter;

/// Longest text of an author that is passed on.
const LONGEST: usize = 300;

/// Messages of serde and of `serde_json`: they name types, and repeat values.
const STOCK: [&str; 8] = [
    "invalid type",
    "invalid value",
    "invalid length",
    "unknown variant",
    "unknown field",
    "missing field",
    "duplicate field",
    "data did not match any variant",
];

/// The reason, of a value in which the schema found nothing wrong.
pub(super) fn of(
    error: &serde_json::Error,
    parameter: &Parameter,
    json: &str,
    value: &Value,
    reflect: bool,
) -> Violation {
    let pointer = at(json, error.line(), error.column());
    let (pointer, part) = match value.pointer(&pointer) {
        Some(part) => (pointer, part),
        None => (String::new(), value),
    };
    let words = match own_words(error, value, reflect) {
        Some(text) => format!("is not accepted: {text}"),
        None => stock(error, parameter, &pointer, part, reflect),
    };
    Violation { pointer, ..Violation::other(words) }
}

/// The reason of a value that is JSON, and still cannot be read.
pub(super) fn unreadable(error: &serde_json::Error) -> Violation {
    let words = if error.to_string().starts_with("number out of range") {
        "holds a number that is out of range"
    } else if is_no_text(error) {
        "holds a string that is not valid Unicode text (half of a surrogate pair)"
    } else {
        "is nested too deeply"
    };
    Violation::other(words.into())
}

/// Why what is JSON by its grammar is still no object that can be split.
pub(super) fn no_object(error: &serde_json::Error) -> &'static str {
    if is_no_text(error) {
        "the name of an argument is not valid Unicode text (half of a surrogate pair)"
    } else {
        "the arguments are no JSON object"
    }
}

/// Whether a string escapes what is no character, which the grammar of JSON allows.
fn is_no_text(error: &serde_json::Error) -> bool {
    let text = error.to_string();
    ["surrogate", "hex escape", "unicode code point"].iter().any(|words| text.contains(words))
}

/// The text of an author's own `Deserialize`, where it is safe to pass on.
fn own_words(error: &serde_json::Error, value: &Value, reflect: bool) -> Option<String> {
    if !error.is_data() {
        return None;
    }
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let text = text.strip_suffix(&place).unwrap_or(&text);
    let stock = STOCK.iter().any(|stock| text.starts_with(stock)) || text.contains("::");
    if stock || (!reflect && repeats(text, value)) {
        return None;
    }
    Some(text.chars().take(LONGEST).map(|char| if char.is_control() { ' ' } else { char }).collect())
}

/// Whether the text holds any scalar of the value.
fn repeats(text: &str, value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(_) => false,
        Value::Number(number) => text.contains(&number.to_string()),
        Value::String(string) => !string.is_empty() && text.contains(string.as_str()),
        Value::Array(items) => items.iter().any(|item| repeats(text, item)),
        Value::Object(members) => members.values().any(|member| repeats(text, member)),
    }
}

fn stock(
    error: &serde_json::Error,
    parameter: &Parameter,
    pointer: &str,
    value: &Value,
    reflect: bool,
) -> String {
    let text = error.to_string();
    if text.contains("expected key to be") {
        return "must have a name that is a number".into();
    }
    let root = &parameter.schema;
    let found = lookup(root, root, pointer);
    let schema = match found.as_slice() {
        [one] => *one,
        // Of a union, all of it.
        _ if pointer.is_empty() => root,
        _ => return "is not what is asked for there".into(),
    };
    // The schema of a big integer has no bounds, its type has.
    let whole = value.as_f64().is_some_and(|number| number.fract() == 0.0);
    if whole
        && let Some(schema) = schema.as_object()
        && has_type(schema, "integer")
        && let Some(limits) = limits(schema)
    {
        return format!("must be an integer {limits}");
    }
    if text.starts_with("duplicate field") {
        return "holds a member twice, perhaps under two names".into();
    }
    mismatch(schema, root, value, reflect)
}
