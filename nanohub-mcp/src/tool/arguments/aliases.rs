//! Other names that serde knows and no schema lists (S17).
//!
//! A name is an alias of a member that is not there if the type still decodes with the name changed to that
//! of the member, and does *not* decode with both: serde refuses a member that is there twice. So no name
//! that serde merely ignores passes for one, and what was sent under an alias is checked like any other
//! value. A value outside of an `enum` is an alias if its type, unlike a `String`, refuses what it does not
//! know.

use serde_json::{Map, Value};

use crate::schema::lookup::lookup;
use crate::schema::pointer::split;
use crate::schema::validator::{Cause, Violation};
use crate::tool::arguments::Decode;
use crate::tool::inputs::Parameter;

/// Aliases that one argument may use, and trials that finding them may take.
const MOST: usize = 8;
const TRIALS: usize = 128;

/// Bytes that all trials together may decode: a big value is no reason to work for long.
const BYTES: usize = 4 << 20;

/// A string that no author lists.
const NOBODYS: &str = "\u{1}no author's\u{1}";

/// The violations that are left when aliases are taken for what they stand for. The value decodes.
pub(super) fn without_aliases(
    parameter: &Parameter,
    value: &Value,
    mut violations: Vec<Violation>,
    reflect: bool,
    decode: &mut Decode<'_>,
) -> Vec<Violation> {
    if violations.is_empty() {
        return violations;
    }
    let mut value = value.clone();
    let left = TRIALS.min(BYTES / value.to_string().len().max(1));
    let mut search = Search { root: &parameter.schema, decode, left };
    for _ in 0..MOST {
        let Some(renamed) = violations.iter().find_map(|violation| search.rename(&value, violation)) else {
            break;
        };
        let json = renamed.to_string();
        violations = parameter.violations(&json, &renamed, reflect);
        value = renamed;
    }
    violations
}

struct Search<'a, 'd> {
    root: &'a Value,
    decode: &'d mut Decode<'a>,
    left: usize,
}

impl Search<'_, '_> {
    fn decodes(&mut self, value: &Value) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        Some((self.decode)(&value.to_string()).is_ok())
    }

    /// The value with an alias changed to what it stands for, if that is what the violation is about.
    fn rename(&mut self, value: &Value, violation: &Violation) -> Option<Value> {
        match violation.cause {
            Cause::Unknown => {
                let (owner, name) = split(&violation.pointer)?;
                self.rename_member(value, owner, &name)
            }
            Cause::Missing => {
                let (owner, _) = split(&violation.pointer)?;
                self.rename_any(value, owner)
            }
            Cause::Shape if value.pointer(&violation.pointer)?.is_string() => {
                self.rename_choice(value, &violation.pointer)
            }
            Cause::Shape => self.rename_any(value, &violation.pointer),
            Cause::Choice => self.rename_choice(value, &violation.pointer),
            Cause::Other => None,
        }
    }

    fn rename_any(&mut self, value: &Value, owner: &str) -> Option<Value> {
        let schemas = lookup(self.root, self.root, owner);
        let known = |name: &str| {
            schemas.iter().any(|schema| properties(schema).is_some_and(|all| all.contains_key(name)))
        };
        let members = value.pointer(owner)?.as_object()?;
        let strange: Vec<_> = members.keys().filter(|name| !known(name)).cloned().collect();
        strange.iter().find_map(|name| self.rename_member(value, owner, name))
    }

    fn rename_member(&mut self, value: &Value, owner: &str, alias: &str) -> Option<Value> {
        let members = value.pointer(owner)?.as_object()?;
        let mut absent: Vec<&String> = Vec::new();
        for schema in lookup(self.root, self.root, owner) {
            let required = schema.get("required").and_then(Value::as_array);
            for name in properties(schema)?.keys().filter(|name| !members.contains_key(*name)) {
                // What must be there and is not is the likeliest.
                if required.is_some_and(|required| required.iter().any(|one| one == name)) {
                    absent.insert(0, name);
                } else {
                    absent.push(name);
                }
            }
        }
        for name in absent {
            let mut both = value.clone();
            let members = both.pointer_mut(owner)?.as_object_mut()?;
            members.insert(name.clone(), members.get(alias)?.clone());
            let mut renamed = both.clone();
            renamed.pointer_mut(owner)?.as_object_mut()?.shift_remove(alias);
            if self.decodes(&renamed)? && !self.decodes(&both)? {
                return Some(renamed);
            }
        }
        None
    }

    fn rename_choice(&mut self, value: &Value, pointer: &str) -> Option<Value> {
        if !value.pointer(pointer)?.is_string() {
            return None;
        }
        let schemas = lookup(self.root, self.root, pointer);
        let listed = schemas.iter().find_map(|schema| schema.get("enum")?.as_array()?.first()).cloned();
        let mut trial = value.clone();
        *trial.pointer_mut(pointer)? = NOBODYS.into();
        if self.decodes(&trial)? {
            return None;
        }
        let mut renamed = value.clone();
        *renamed.pointer_mut(pointer)? = listed?;
        Some(renamed)
    }
}

fn properties(schema: &Value) -> Option<&Map<String, Value>> {
    schema.get("properties")?.as_object()
}
