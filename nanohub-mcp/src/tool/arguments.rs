//! The arguments of one call: split once, decoded one by one, and all that is wrong said at once.

mod aliases;
mod members;
mod reasons;

use std::borrow::Cow;
use std::fmt::Write as _;

use serde_json::Value;
use serde_json::value::RawValue;

use crate::schema::pointer::{push, shown};
use crate::schema::repair::repair;
use crate::schema::validator::Violation;
use crate::schema::words::{list, nearest, words};
use crate::tool::arguments::aliases::without_aliases;
use crate::tool::inputs::{Inputs, Parameter};

/// Violations that are listed; more than these help nobody.
const MOST: usize = 20;

/// Violations that are noted at all.
const NOTED: usize = 100;

/// Tries to decode a JSON text; keeps the value where that works.
type Decode<'a> = dyn FnMut(&str) -> serde_json::Result<()> + 'a;

/// The arguments of one call, taken one after the other.
#[derive(Debug)]
pub struct Arguments<'a> {
    inputs: &'a Inputs,
    slots: Vec<Option<Cow<'a, str>>>,
    problems: Vec<Problem>,
    /// Whether the arguments broke a schema that is enforced as a whole: then that is all there is to say.
    broken: bool,
}

/// Something wrong with the arguments, in words.
#[derive(Debug)]
enum Problem {
    Violation(Violation),
    /// About the arguments as a whole.
    Note(String),
}

impl Inputs {
    /// Starts taking the arguments of one call. `None` and `{}` are the same.
    pub(crate) fn accept<'a>(&'a self, raw: Option<&'a RawValue>) -> Arguments<'a> {
        let mut arguments = Arguments {
            inputs: self,
            slots: vec![None; self.parameters.len()],
            problems: Vec::new(),
            broken: false,
        };
        let json = raw.map_or("{}", RawValue::get);
        let json = if json == "null" { "{}" } else { json };
        match &self.whole {
            None => arguments.split(json),
            Some(_) => arguments.split_whole(json),
        }
        arguments
    }
}

impl<'a> Arguments<'a> {
    /// Takes the argument at that place, or notes why it is no good.
    ///
    /// Every argument is taken, also after one that was no good: the model is told all at once. This is
    /// instantiated in the user's crate for every type; all else is not generic.
    pub(crate) fn take<T>(&mut self, index: usize, decode: fn(&str) -> serde_json::Result<T>) -> Option<T> {
        let mut taken = None;
        let settled = self.settle(index, &mut |json| {
            taken = Some(decode(json)?);
            Ok(())
        });
        // One that is good in itself is no use beside one that is not: the tool must not run.
        taken.filter(|_| settled && !self.is_refused())
    }

    /// Whether something is wrong with what was taken so far, or with what nobody takes.
    pub(crate) fn is_refused(&self) -> bool {
        !self.problems.is_empty()
    }

    /// After a refusal: what to tell the model.
    pub(crate) fn refusal(self, tool: &str) -> String {
        let mut lines: Vec<String> = Vec::new();
        for problem in &self.problems {
            let line = match problem {
                Problem::Violation(Violation { pointer, words, .. }) if pointer.is_empty() => {
                    format!("the arguments: {words}")
                }
                Problem::Violation(Violation { pointer, words, .. }) => {
                    format!("`{}` {words}", shown_pointer(pointer))
                }
                Problem::Note(note) => note.clone(),
            };
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        let more = lines.len().saturating_sub(MOST);
        lines.truncate(MOST);
        if more > 0 {
            lines.push(format!("and {more} more"));
        }
        format!(
            "The arguments of `{}` are not accepted, and nothing was done:\n- {}",
            shown(tool),
            lines.join("\n- ")
        )
    }

    fn split(&mut self, json: &'a str) {
        let inputs = self.inputs;
        let (slots, problems) = (&mut self.slots, &mut self.problems);
        let read = members::read(json, &mut |name, raw| match inputs.place(name) {
            Some(place) if slots[place].is_some() => {
                // Which of the two was meant, nobody knows.
                let mut pointer = String::new();
                push(&mut pointer, name);
                problems.push(Problem::Violation(Violation {
                    pointer,
                    ..Violation::other("is given more than once".into())
                }));
            }
            Some(place) => slots[place] = Some(Cow::Borrowed(raw.get())),
            None if problems.len() < NOTED => problems.push(Problem::Note(unknown(name, inputs))),
            None => {}
        });
        if let Err(error) = read {
            self.problems.push(Problem::Note(reasons::no_object(&error).into()));
        }
    }

    /// Validates against the hand-written schema before anything is decoded.
    fn split_whole(&mut self, json: &'a str) {
        let inputs = self.inputs;
        let Some(validator) = &inputs.whole else { return };
        let schema = inputs.schema();
        let check = |json: &str| match serde_json::from_str(json) {
            Ok(value) => validator.violations(schema, &inputs.without_nulls(value), inputs.reflect),
            Err(error) => vec![reasons::unreadable(&error)],
        };
        let mut violations = check(json);
        let mut text = Cow::Borrowed(json);
        if !violations.is_empty()
            && let Some(repaired) = repair(json, schema, schema)
        {
            violations = check(&repaired);
            text = Cow::Owned(repaired);
        }
        if !violations.is_empty() {
            self.broken = true;
            self.problems.extend(violations.into_iter().map(Problem::Violation));
            return;
        }
        let slots = &mut self.slots;
        // What the schema allows and the function does not take is left.
        let read = match text {
            Cow::Borrowed(json) => members::read(json, &mut |name, raw| {
                if let Some(place) = inputs.place(name) {
                    slots[place] = Some(Cow::Borrowed(raw.get()));
                }
            }),
            Cow::Owned(json) => members::read(&json, &mut |name, raw| {
                if let Some(place) = inputs.place(name) {
                    slots[place] = Some(Cow::Owned(raw.get().to_owned()));
                }
            }),
        };
        if let Err(error) = read {
            self.problems.push(Problem::Note(reasons::no_object(&error).into()));
        }
    }

    /// Decodes and checks one argument; `decode` keeps the value. Says whether it is good.
    fn settle(&mut self, index: usize, decode: &mut Decode<'_>) -> bool {
        let inputs = self.inputs;
        let Some(parameter) = inputs.parameters.get(index) else { return false };
        if self.broken {
            return false;
        }
        let slot = self.slots[index].take();
        let left_out = slot.as_deref().is_none_or(|json| json == "null");
        let json = match (slot, &parameter.default) {
            // Null is how some hosts leave out what is optional (S10).
            (_, Some(default)) if left_out => return decode(default).is_ok() || self.fail_default(parameter),
            (_, None) if left_out && parameter.optional => return decode("null").is_ok(),
            (Some(json), _) => json,
            (None, _) => {
                let asked = words(&parameter.schema, &parameter.schema);
                self.violation(parameter, Violation::other(format!("is missing: {asked}")));
                return false;
            }
        };
        if decode(&json).is_ok() && parameter.holds(&json) {
            return true;
        }
        match self.second_look(parameter, &json, decode) {
            Ok(()) => true,
            Err(violations) => {
                for violation in violations {
                    self.violation(parameter, violation);
                }
                false
            }
        }
    }

    /// Takes a value that was not good as it is: repaired, or under another name; else says why not.
    fn second_look(
        &self,
        parameter: &Parameter,
        json: &str,
        decode: &mut Decode<'_>,
    ) -> Result<(), Vec<Violation>> {
        let reflect = self.inputs.reflect;
        let repaired = repair(json, &parameter.schema, &parameter.schema);
        let mut reasons = Vec::new();
        // As it is first: what serde takes under another name needs no repair.
        for json in std::iter::once(json).chain(repaired.as_deref()) {
            let value: Value = match serde_json::from_str(json) {
                Ok(value) => value,
                Err(error) => {
                    reasons = vec![reasons::unreadable(&error)];
                    continue;
                }
            };
            let violations = parameter.violations(json, &value, reflect);
            reasons = match decode(json) {
                Ok(()) => {
                    let left = without_aliases(parameter, &value, violations, reflect, decode);
                    // The value that was kept last was a trial.
                    if left.is_empty() && decode(json).is_ok() {
                        return Ok(());
                    }
                    left
                }
                Err(_) if !violations.is_empty() => violations,
                Err(error) => vec![reasons::of(&error, parameter, json, &value, reflect)],
            };
        }
        Err(reasons)
    }

    fn violation(&mut self, parameter: &Parameter, violation: Violation) {
        let mut pointer = String::new();
        push(&mut pointer, parameter.name);
        pointer.push_str(&violation.pointer);
        self.problems.push(Problem::Violation(Violation { pointer, ..violation }));
    }

    /// A default is checked at build against the schema; that its type refuses it is the author's mistake.
    fn fail_default(&mut self, parameter: &Parameter) -> bool {
        tracing::error!(parameter = parameter.name, "the default cannot be decoded");
        self.violation(parameter, Violation::other("has no usable default: it must be given".into()));
        false
    }
}

impl Inputs {
    fn place(&self, name: &str) -> Option<usize> {
        self.parameters.iter().position(|parameter| parameter.name == name)
    }

    /// Leaves out nulls of arguments that may be left out, unless the schema knows null there.
    fn without_nulls(&self, mut value: Value) -> Value {
        if let Value::Object(members) = &mut value {
            members.retain(|name, value| {
                let parameter = self.place(name).map(|place| &self.parameters[place]);
                let left_out = |parameter: &Parameter| {
                    (parameter.optional || parameter.default.is_some())
                        && parameter.validator().is_some_and(|validator| !validator.fits(value))
                };
                !(value.is_null() && parameter.is_some_and(left_out))
            });
        }
        value
    }
}

fn unknown(name: &str, inputs: &Inputs) -> String {
    let known = || inputs.parameters.iter().map(|parameter| parameter.name);
    let mut text = format!("unknown argument `{}`", shown(name));
    if let Some(meant) = nearest(name, known()) {
        let _ = write!(text, "; did you mean `{meant}`?");
    } else {
        let names: Vec<_> = known().map(|name| format!("`{name}`")).collect();
        let names = if names.is_empty() { "no arguments".into() } else { list(&names, "and") };
        let _ = write!(text, "; the tool takes {names}");
    }
    text
}

fn shown_pointer(pointer: &str) -> String {
    let members: Vec<_> = pointer.split('/').map(shown).collect();
    members.join("/")
}

#[cfg(all(test, feature = "validation"))]
mod tests;

#[cfg(all(test, not(feature = "validation")))]
mod without_validation {
    use crate::schema::SchemaSettings;
    use crate::tool::argument::ToolArgument;
    use crate::tool::call::Work;
    use crate::tool::definition::{Source, Tool};

    use super::*;

    #[test]
    fn arguments_are_decoded_repaired_and_bounded_all_the_same() {
        let source = Source { function: "demo::tool", file: "demo.rs", line: 1 };
        let tool = Tool::new("tool", "A tool.", source, |_, _| Work::Refused)
            .argument(i64::describe("n").maximum(5_i64))
            .argument(<Vec<u8> as ToolArgument>::describe("l"));
        let inputs = Inputs::compile(&tool, &SchemaSettings::default()).expect("compiles");
        let raw = RawValue::from_string(r#"{"n":"7","l":"[1.0]","x":1}"#.into()).expect("JSON");
        let mut arguments = inputs.accept(Some(&raw));
        assert_eq!(i64::take(&mut arguments, 0), None);
        assert_eq!(<Vec<u8> as ToolArgument>::take(&mut arguments, 1), Some(vec![1]));
        let text = arguments.refusal("tool");
        assert!(text.contains("`/n` must be an integer of at most 5"), "{text}");
        assert!(text.contains("unknown argument `x`"), "{text}");
        let handwritten = tool.input_schema(serde_json::json!({"type": "object"}));
        assert!(Inputs::compile(&handwritten, &SchemaSettings::default()).is_err());
    }
}
