use serde_json::{Map, Number, Value};

/// How deep a schema is followed; recursive ones have no end.
const DEPTH: usize = 8;

/// Arguments that a tool with this input schema would take; `None` where that cannot be guessed.
///
/// They are the required ones, and those for which the author shows a value.
pub(super) fn arguments(schema: &Value) -> Option<Value> {
    Guess { root: schema, count: 0 }.object(schema, DEPTH)
}

struct Guess<'a> {
    root: &'a Value,
    /// Numbers so far: `add` is tried with 1 and 2 rather than with 1 and 1.
    count: i64,
}

impl Guess<'_> {
    fn object(&mut self, schema: &Value, depth: usize) -> Option<Value> {
        let empty = Map::new();
        let properties = schema["properties"].as_object().unwrap_or(&empty);
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let mut object = Map::new();
        for (name, property) in properties {
            if required.contains(&name.as_str()) || shown(property).is_some() {
                object.insert(name.clone(), self.value(property, depth.checked_sub(1)?)?);
            }
        }
        // What is required without being described can only be made up.
        required.iter().all(|name| object.contains_key(*name)).then_some(Value::Object(object))
    }

    fn value(&mut self, schema: &Value, depth: usize) -> Option<Value> {
        if let Some(value) = shown(schema) {
            return Some(value.clone());
        }
        if let Some(reference) = schema["$ref"].as_str() {
            let target = self.root.pointer(reference.strip_prefix('#')?)?.clone();
            return self.value(&target, depth.checked_sub(1)?);
        }
        for union in ["anyOf", "oneOf"] {
            if let Some(choices) = schema[union].as_array() {
                return choices.iter().find_map(|choice| {
                    self.value(choice, depth.checked_sub(1)?).filter(|value| !value.is_null())
                });
            }
        }
        let kind = match &schema["type"] {
            Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null")?,
            kind => kind.as_str().unwrap_or("string"),
        };
        match kind {
            "integer" | "number" => self.number(schema),
            "string" => string(schema),
            "boolean" => Some(false.into()),
            "array" => self.array(schema, depth),
            "object" => self.object(schema, depth),
            _ => None,
        }
    }

    fn number(&mut self, schema: &Value) -> Option<Value> {
        self.count += 1;
        let limit = |key: &str| schema[key].as_f64();
        let whole = schema["type"] == "integer";
        let step = limit("multipleOf").filter(|step| *step > 0.0).unwrap_or(1.0);
        let minimum = limit("minimum").into_iter().chain(limit("exclusiveMinimum").map(|limit| limit + step));
        let maximum = limit("maximum").into_iter().chain(limit("exclusiveMaximum").map(|limit| limit - step));
        let least = minimum.fold(f64::NEG_INFINITY, f64::max);
        let most = maximum.fold(f64::INFINITY, f64::min);
        let (least, most) = if whole { (least.ceil(), most.floor()) } else { (least, most) };
        if least > most {
            // An open interval narrower than a step still has a middle.
            let (low, high) = (limit("exclusiveMinimum")?, limit("exclusiveMaximum")?);
            return (!whole).then(|| Number::from_f64(f64::midpoint(low, high)).map(Value::Number))?;
        }
        #[allow(clippy::cast_precision_loss, reason = "there are few numbers")]
        let value = (self.count as f64).max(least).min(most);
        let value = if schema["multipleOf"].is_null() { value } else { (value / step).ceil() * step };
        if value > most {
            return None;
        }
        #[allow(clippy::cast_possible_truncation, reason = "checked to be whole and small")]
        if value.fract() == 0.0 && value.abs() < 9e15 {
            return Some((value as i64).into());
        }
        Number::from_f64(value).map(Value::Number)
    }

    fn array(&mut self, schema: &Value, depth: usize) -> Option<Value> {
        let at_most = schema["maxItems"].as_u64().unwrap_or(u64::MAX);
        let length = schema["minItems"].as_u64().unwrap_or(1).max(1).min(at_most);
        if length > 16 {
            return None;
        }
        let mut items = Vec::new();
        for _ in 0..length {
            let item = self.value(&schema["items"], depth.checked_sub(1)?)?;
            if schema["uniqueItems"] == true && items.contains(&item) {
                return None;
            }
            items.push(item);
        }
        Some(Value::Array(items))
    }
}

/// The value that the author shows, or the first of those that there are.
fn shown(schema: &Value) -> Option<&Value> {
    let chosen = [&schema["examples"][0], &schema["example"], &schema["default"]];
    chosen.into_iter().find(|value| !value.is_null()).or_else(|| only(schema))
}

fn only(schema: &Value) -> Option<&Value> {
    [&schema["const"], &schema["enum"][0]].into_iter().find(|value| !value.is_null())
}

fn string(schema: &Value) -> Option<Value> {
    let text = match schema["format"].as_str() {
        Some("email") => "ada@example.org",
        Some("uri" | "url") => "https://example.org",
        Some("date") => "2026-01-31",
        Some("date-time") => "2026-01-31T12:00:00Z",
        Some("time") => "12:00:00Z",
        Some("uuid") => "6f1c8a3e-5d0b-4c5e-9a57-2f7f6c1f0a11",
        Some(_) => return None,
        None if !schema["pattern"].is_null() => return None,
        None => "text",
    };
    let least = schema["minLength"].as_u64().unwrap_or(0);
    let most = schema["maxLength"].as_u64().unwrap_or(u64::MAX);
    if least > 64 {
        return None;
    }
    let letters = text.chars().count() as u64;
    if schema["format"].is_null() {
        let length = letters.max(least).min(most);
        let text: String = text.chars().cycle().take(usize::try_from(length).ok()?).collect();
        return Some(text.into());
    }
    (least..=most).contains(&letters).then(|| text.into())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn property(schema: &Value) -> Option<Value> {
        let schema = json!({
            "type": "object", "properties": {"x": schema}, "required": ["x"],
            "$defs": {"Node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}, "required": ["next"]},
                      "Kind": {"enum": ["a", "b"]}}
        });
        arguments(&schema).map(|mut arguments| arguments["x"].take())
    }

    #[test]
    fn values_keep_to_their_schema() {
        for (schema, expected) in [
            (json!({"type": "integer"}), json!(1)),
            (json!({"type": "integer", "minimum": 10}), json!(10)),
            (json!({"type": "integer", "maximum": -1}), json!(-1)),
            (json!({"type": "integer", "exclusiveMinimum": 1}), json!(2)),
            (json!({"type": "integer", "multipleOf": 5}), json!(5)),
            (json!({"type": "number", "maximum": 0.5}), json!(0.5)),
            (json!({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}), json!(0.5)),
            (json!({"type": "integer", "default": 7, "examples": [8]}), json!(8)),
            (json!({"type": "string"}), json!("text")),
            (json!({"type": "string", "maxLength": 2}), json!("te")),
            (json!({"type": "string", "minLength": 6}), json!("textte")),
            (json!({"type": "string", "format": "date"}), json!("2026-01-31")),
            (json!({"type": "string", "enum": ["standby", "long"]}), json!("standby")),
            (json!({"type": ["null", "boolean"]}), json!(false)),
            (json!({"type": "array", "items": {"type": "integer"}, "minItems": 2}), json!([1, 2])),
            (json!({"anyOf": [{"type": "null"}, {"type": "integer"}]}), json!(1)),
            (json!({"$ref": "#/$defs/Kind"}), json!("a")),
            (json!({}), json!("text")),
        ] {
            assert_eq!(property(&schema), Some(expected), "{schema}");
        }
    }

    #[test]
    fn what_cannot_be_guessed_is_not_made_up() {
        for schema in [
            json!({"type": "string", "pattern": "^a+$"}),
            json!({"type": "string", "format": "isbn"}),
            json!({"type": "array", "items": {"type": "string"}, "minItems": 2, "uniqueItems": true}),
            json!({"type": "integer", "minimum": 2, "maximum": 4, "multipleOf": 5}),
            json!({"$ref": "#/$defs/Node"}),
        ] {
            assert_eq!(property(&schema), None, "{schema}");
        }
    }

    #[test]
    fn optional_arguments_are_there_where_the_author_shows_one() {
        let schema = json!({
            "properties": {"a": {"type": "integer"}, "b": {"type": "integer", "default": 2}, "c": {"type": "string"}},
            "required": ["a"]
        });
        assert_eq!(arguments(&schema), Some(json!({"a": 1, "b": 2})));
        assert_eq!(arguments(&json!({"type": "object", "properties": {}})), Some(json!({})));
    }
}
