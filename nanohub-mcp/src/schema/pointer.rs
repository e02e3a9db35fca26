//! JSON pointers, and where in a text they point.

use std::fmt::Write as _;

/// Longest name of a member that is repeated in a message; names are the client's.
const LONGEST: usize = 64;

/// Adds a member to a pointer.
pub(crate) fn push(pointer: &mut String, member: &str) {
    pointer.push('/');
    pointer.push_str(&member.replace('~', "~0").replace('/', "~1"));
}

/// The members of a pointer.
pub(crate) fn members(pointer: &str) -> impl Iterator<Item = String> {
    pointer.split('/').skip(1).map(|member| member.replace("~1", "/").replace("~0", "~"))
}

/// The pointer of what holds that member, and the member.
pub(crate) fn split(pointer: &str) -> Option<(&str, String)> {
    let (parent, member) = pointer.rsplit_once('/')?;
    Some((parent, member.replace("~1", "/").replace("~0", "~")))
}

/// A name for a message: short, in one line, without what would end the quotes.
pub(crate) fn shown(name: &str) -> String {
    let mut shown = String::new();
    for (count, char) in name.chars().enumerate() {
        if count == LONGEST {
            shown.push('…');
            break;
        }
        if char.is_control() || char == '`' {
            let _ = write!(shown, "\\u{{{:x}}}", u32::from(char));
        } else {
            shown.push(char);
        }
    }
    shown
}

/// The pointer of the value in which `serde_json` stopped, by the line and column of its error.
pub(crate) fn at(json: &str, line: usize, column: usize) -> String {
    let before: usize = json.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let end = (before + column).min(json.len());

    // What is open there: members of objects and places in arrays.
    let mut open: Vec<Open> = Vec::new();
    let bytes = json.as_bytes();
    let mut place = 0;
    while place < end {
        match bytes[place] {
            b'{' => open.push(Open::Object { name: None, value: false }),
            b'[' => open.push(Open::Array { index: 0 }),
            // The error of a whole object or array is found at its end.
            b'}' | b']' if place + 1 < end => {
                open.pop();
            }
            b'}' | b']' => {
                open.pop();
                break;
            }
            b',' => match open.last_mut() {
                Some(Open::Array { index }) => *index += 1,
                Some(Open::Object { name, value }) => (*name, *value) = (None, false),
                None => {}
            },
            b':' => {
                if let Some(Open::Object { value, .. }) = open.last_mut() {
                    *value = true;
                }
            }
            b'"' => {
                let start = place;
                place += 1;
                while place < bytes.len() && bytes[place] != b'"' {
                    place += if bytes[place] == b'\\' { 2 } else { 1 };
                }
                if let Some(Open::Object { name, value: false }) = open.last_mut() {
                    *name = json.get(start..=place).and_then(|text| serde_json::from_str(text).ok());
                }
            }
            _ => {}
        }
        place += 1;
    }

    let mut pointer = String::new();
    for open in open {
        match open {
            Open::Object { name: Some(name), .. } => push(&mut pointer, &name),
            Open::Object { name: None, .. } => break,
            Open::Array { index } => push(&mut pointer, &index.to_string()),
        }
    }
    pointer
}

enum Open {
    Object { name: Option<String>, value: bool },
    Array { index: usize },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_found_by_their_place() {
        let at = |json: &str| {
            let decoded = serde_json::from_str::<std::collections::BTreeMap<String, Vec<u8>>>(json);
            let error = decoded.expect_err("no numbers");
            at(json, error.line(), error.column())
        };
        assert_eq!(at(r#"{"a": [1, 2], "b": [1, "x"]}"#), "/b/1");
        assert_eq!(at("{\n\"a\": [1],\n\"b/c\": {\"x\": 1}}"), "/b~1c");
        assert_eq!(at(r#"{"a]": [1, 300]}"#), "/a]/1");
        assert_eq!(at("[1]"), "");
    }

    #[test]
    fn names_are_shown_in_one_short_line() {
        assert_eq!(shown("a\n`b"), "a\\u{a}\\u{60}b");
        assert_eq!(shown(&"x".repeat(100)).chars().count(), 65);
    }
}
