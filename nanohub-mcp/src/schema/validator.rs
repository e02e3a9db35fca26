//! Full validation, and what it found in words.

use std::fmt::Write as _;

use serde_json::Value;

use crate::schema::lookup::lookup;
use crate::schema::pointer;
#[cfg(feature = "validation")]
use crate::schema::walk::has_type;
use crate::schema::walk::types;
use crate::schema::words::{kind, list, nearest, words};

/// Violations that are noted; a list of a million wrong items is told by the first ones.
#[cfg(feature = "validation")]
const MOST: usize = 100;

/// Longest value that is repeated in a message, where values may be.
const LONGEST: usize = 100;

/// One way in which a value breaks its schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Violation {
    /// Where, from the value that was checked.
    pub(crate) pointer: String,
    /// What is wrong, to be read after the pointer.
    pub(crate) words: String,
    pub(crate) cause: Cause,
}

/// What is wrong, as far as serde may know better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cause {
    /// A name that the schema does not list: perhaps an alias.
    Unknown,
    /// A name that is not there: perhaps under an alias.
    Missing,
    /// A value that the schema does not list: perhaps an alias.
    Choice,
    /// None of the shapes of a union.
    Shape,
    Other,
}

impl Violation {
    /// A violation of the value itself, of which serde knows nothing better.
    pub(crate) fn other(words: String) -> Self {
        Self { pointer: String::new(), words, cause: Cause::Other }
    }
}

/// `must be …, not …`.
pub(crate) fn mismatch(schema: &Value, root: &Value, value: &Value, reflect: bool) -> String {
    let got = kind(value);
    let mut text = format!("must be {}", words(schema, root));
    // "must be a string, not a string" helps nobody.
    let (name, wider) = match value {
        Value::Null => ("null", "null"),
        Value::Bool(_) => ("boolean", "boolean"),
        Value::Number(number) if number.is_f64() => ("number", "number"),
        Value::Number(_) => ("integer", "number"),
        Value::String(_) => ("string", "string"),
        Value::Array(_) => ("array", "array"),
        Value::Object(_) => ("object", "object"),
    };
    let shapes = lookup(schema, root, "");
    let mut named = shapes.iter().filter_map(|shape| shape.as_object()).flat_map(types).peekable();
    if named.peek().is_some() && named.all(|kind| kind != name && kind != wider) {
        text.push_str(", not ");
        text.push_str(got);
    }
    if reflect {
        let value = value.to_string();
        let cut: String = value.chars().take(LONGEST).collect();
        let more = if cut.len() < value.len() { "…" } else { "" };
        let _ = write!(text, " (got {cut}{more})");
    }
    text
}

/// A schema ready to validate by.
#[derive(Debug)]
pub(crate) struct Validator {
    #[cfg(feature = "validation")]
    compiled: jsonschema::Validator,
}

#[cfg_attr(
    not(feature = "validation"),
    expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "the same with and without the feature")
)]
impl Validator {
    /// Compiles a schema. Nothing is ever fetched (TL-14).
    #[cfg(feature = "validation")]
    pub(crate) fn new(schema: &Value) -> Result<Self, String> {
        let compiled = jsonschema::options().offline().build(schema);
        compiled
            .map(|compiled| Self { compiled })
            .map_err(|error| format!("the schema is not valid: {error}"))
    }

    /// Without the feature `validation`, there is nothing to compile.
    #[cfg(not(feature = "validation"))]
    pub(crate) fn new(_: &Value) -> Result<Self, String> {
        Ok(Self {})
    }

    /// Whether the value fits.
    #[cfg(feature = "validation")]
    pub(crate) fn fits(&self, value: &Value) -> bool {
        self.compiled.is_valid(value)
    }

    /// Whether the value fits. Without the feature `validation`, nobody looks.
    #[cfg(not(feature = "validation"))]
    pub(crate) fn fits(&self, _: &Value) -> bool {
        true
    }

    /// All violations. Without the feature `validation`, none are found.
    #[cfg(not(feature = "validation"))]
    pub(crate) fn violations(&self, _: &Value, _: &Value, _: bool) -> Vec<Violation> {
        Vec::new()
    }

    /// All violations; `schema` is the one that was compiled.
    #[cfg(feature = "validation")]
    pub(crate) fn violations(&self, schema: &Value, value: &Value, reflect: bool) -> Vec<Violation> {
        let mut found = Findings { root: schema, reflect, violations: Vec::new() };
        for error in self.compiled.iter_errors(value) {
            if found.violations.len() >= MOST {
                break;
            }
            found.add(&error);
        }
        found.violations
    }
}

#[cfg(feature = "validation")]
struct Findings<'a> {
    root: &'a Value,
    reflect: bool,
    violations: Vec<Violation>,
}

#[cfg(feature = "validation")]
impl Findings<'_> {
    fn push(&mut self, pointer: &str, words: String, cause: Cause) {
        let violation = Violation { pointer: pointer.to_owned(), words, cause };
        // Several keywords of one schema are said in one sentence.
        if !self.violations.iter().any(|known| known.pointer == pointer && known.words == violation.words) {
            self.violations.push(violation);
        }
    }

    fn add(&mut self, error: &jsonschema::ValidationError<'_>) {
        use jsonschema::error::ValidationErrorKind as Kind;

        let pointer = error.instance_path().as_str();
        let value = error.instance().as_ref();
        // The schema that has the keyword.
        let path = error.schema_path().as_str();
        let schema =
            path.rsplit_once('/').and_then(|(owner, _)| self.root.pointer(owner)).unwrap_or(self.root);
        match error.kind() {
            Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
                let known = || schema.get("properties").and_then(Value::as_object).into_iter().flatten();
                for name in unexpected.iter().take(MOST) {
                    let mut pointer = pointer.to_owned();
                    pointer::push(&mut pointer, name);
                    let mut words = String::from("is unknown");
                    if let Some(meant) = nearest(name, known().map(|(name, _)| name.as_str())) {
                        let _ = write!(words, "; did you mean `{meant}`?");
                    } else {
                        let names: Vec<_> = known().map(|(name, _)| format!("`{name}`")).collect();
                        if !names.is_empty() {
                            let _ = write!(words, "; known are {}", list(&names, "and"));
                        }
                    }
                    self.push(&pointer, words, Cause::Unknown);
                }
            }
            Kind::Required { property } => {
                let name = property.as_str().unwrap_or_default();
                let mut pointer = pointer.to_owned();
                pointer::push(&mut pointer, name);
                let asked = schema.get("properties").and_then(|properties| properties.get(name));
                let asked = asked.map(|asked| format!(": {}", words(asked, self.root))).unwrap_or_default();
                self.push(&pointer, format!("is missing{asked}"), Cause::Missing);
            }
            Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
                if let Some(branch) = meant(context, pointer) {
                    // One of the names of an enum, whose other variants are objects.
                    let is_choice = matches!(
                        branch,
                        [only] if matches!(only.kind(), Kind::Enum { .. } | Kind::Constant { .. })
                            && only.instance_path().as_str() == pointer
                    );
                    let shapes = lookup(schema, self.root, "");
                    let mut shapes = shapes.iter().filter_map(|shape| shape.as_object());
                    if is_choice && shapes.any(|shape| has_type(shape, "object")) {
                        self.push(pointer, mismatch(schema, self.root, value, self.reflect), Cause::Choice);
                        return;
                    }
                    for error in branch {
                        self.add(error);
                    }
                    return;
                }
                let mut words = mismatch(schema, self.root, value, self.reflect);
                let strange = strange(schema, self.root, value);
                if !strange.is_empty() {
                    words.push_str("; unknown: ");
                    words.push_str(&list(&strange, "and"));
                }
                self.push(pointer, words, Cause::Shape);
            }
            Kind::OneOfMultipleValid { .. } => {
                self.push(
                    pointer,
                    "fits more than one of the shapes that exclude each other".into(),
                    Cause::Other,
                );
            }
            Kind::UniqueItems => self.push(pointer, "must not hold the same item twice".into(), Cause::Other),
            Kind::Contains => self.push(pointer, "lacks an item that must be there".into(), Cause::Other),
            Kind::FalseSchema => self.push(pointer, "must not be there".into(), Cause::Other),
            Kind::Not { .. } => self.push(pointer, "has a value that is excluded".into(), Cause::Other),
            Kind::PropertyNames { .. } => {
                self.push(pointer, "has a member whose name is not allowed".into(), Cause::Other);
            }
            Kind::AdditionalItems { limit } => {
                self.push(pointer, format!("must have at most {limit} items"), Cause::Other);
            }
            Kind::UnevaluatedItems { .. } => {
                self.push(pointer, "has items that are not allowed".into(), Cause::Other);
            }
            Kind::Enum { .. } | Kind::Constant { .. } => {
                self.push(pointer, mismatch(schema, self.root, value, self.reflect), Cause::Choice);
            }
            _ => self.push(pointer, mismatch(schema, self.root, value, self.reflect), Cause::Other),
        }
    }
}

/// The branch of a union that was meant: the only one of the value's type, or with the value's tag.
#[cfg(feature = "validation")]
fn meant<'a>(
    branches: &'a [Vec<jsonschema::ValidationError<'static>>],
    pointer: &str,
) -> Option<&'a [jsonschema::ValidationError<'static>]> {
    use jsonschema::error::ValidationErrorKind as Kind;

    let other_type = |error: &jsonschema::ValidationError<'_>| {
        error.instance_path().as_str() == pointer && matches!(error.kind(), Kind::Type { .. })
    };
    // The tag of a union is a string with one value, directly inside.
    let other_tag = |error: &jsonschema::ValidationError<'_>| match error.kind() {
        Kind::Enum { options } => {
            pointer::split(error.instance_path().as_str()).is_some_and(|(parent, _)| parent == pointer)
                && options.as_array().is_some_and(|options| options.len() == 1)
        }
        _ => false,
    };
    let typed: Vec<_> = branches.iter().filter(|errors| !errors.iter().any(other_type)).collect();
    if let [only] = typed.as_slice() {
        return Some(only);
    }
    // A variant that is named by its only member (`{"Circle": …}`): the others lack theirs.
    let other_members = |error: &jsonschema::ValidationError<'_>| {
        let members = matches!(error.kind(), Kind::Required { .. } | Kind::AdditionalProperties { .. });
        members && error.instance_path().as_str() == pointer
    };
    let named: Vec<_> = typed
        .iter()
        .filter(|errors| !errors.iter().any(|error| other_members(error) || other_tag(error)))
        .collect();
    if let [only] = named.as_slice() {
        return Some(only);
    }
    let tagged: Vec<_> = typed.iter().filter(|errors| !errors.iter().any(other_tag)).collect();
    match tagged.as_slice() {
        [only] if typed.len() > 1 => Some(only),
        _ => None,
    }
}

/// Names in the object that are in no branch of the union.
#[cfg(feature = "validation")]
fn strange(schema: &Value, root: &Value, value: &Value) -> Vec<String> {
    let Value::Object(value) = value else { return Vec::new() };
    let branches = ["anyOf", "oneOf"].iter().filter_map(|union| schema.get(union)?.as_array()).flatten();
    let branches: Vec<_> = branches.map(|branch| crate::schema::lookup::resolve(branch, root)).collect();
    let known = |name: &str| {
        branches
            .iter()
            .any(|branch| branch.get("properties").is_some_and(|properties| properties.get(name).is_some()))
    };
    value.keys().filter(|name| !known(name)).map(|name| format!("`{}`", pointer::shown(name))).collect()
}
