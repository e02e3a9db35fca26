use std::borrow::Cow;

use crate::text::parameter::Parameter;

/// The texts of one call, taken one after the other; all that is wrong is said at once.
#[derive(Debug)]
pub struct Texts<'a> {
    parameters: &'a [Parameter],
    /// By the place of the parameter.
    values: Vec<Option<Cow<'a, str>>>,
    problems: Vec<String>,
}

/// Reads a value from text.
type Parse<T> = fn(&str) -> Result<T, String>;

impl<'a> Texts<'a> {
    pub(crate) fn new(parameters: &'a [Parameter], values: Vec<Option<Cow<'a, str>>>) -> Self {
        Self { parameters, values, problems: Vec::new() }
    }

    /// Takes the value at that place, or notes why it is no good.
    pub fn take<T>(&mut self, index: usize, parse: Parse<T>) -> Option<T> {
        match self.values.get(index)? {
            Some(text) => match parse(text) {
                Ok(value) => Some(value),
                Err(words) => self.note(index, &words),
            },
            None => self.note(index, "is missing"),
        }
    }

    /// Takes a value that may be left out. An empty text is one that was left out, where the type does not
    /// take it: hosts show arguments as text boxes.
    #[allow(clippy::option_option, reason = "the outer one says whether it is any good")]
    pub fn take_optional<T>(&mut self, index: usize, parse: Parse<T>) -> Option<Option<T>> {
        match self.values.get(index)? {
            Some(text) => match parse(text) {
                Ok(value) => Some(Some(value)),
                Err(_) if text.is_empty() => Some(None),
                Err(words) => self.note(index, &words),
            },
            None => Some(None),
        }
    }

    /// Takes a value that has a default.
    pub fn take_or<T>(&mut self, index: usize, parse: Parse<T>, default: fn() -> T) -> Option<T> {
        self.take_optional(index, parse).map(|value| value.unwrap_or_else(default))
    }

    fn note<T>(&mut self, index: usize, words: &str) -> Option<T> {
        self.problems.push(format!("`{}` {words}", self.parameters[index].name));
        None
    }

    /// What is wrong, in words that do not repeat the values.
    pub(crate) fn problems(&self) -> String {
        self.problems.join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse::{Parse, ParsePlain as _};

    #[test]
    fn everything_wrong_is_said_at_once() {
        let parameters = ["a", "b", "c"].map(Parameter::new);
        let mut texts = Texts::new(&parameters, vec![Some("x".into()), None, Some("".into())]);
        assert_eq!(texts.take(0, Parse::<u8>::parse), None);
        assert_eq!(texts.take(1, Parse::<String>::parse), None);
        assert_eq!(texts.take_optional(2, Parse::<f64>::parse), Some(None));
        assert_eq!(texts.take_or(2, Parse::<f64>::parse, || 0.5), Some(0.5));
        assert_eq!(texts.take_optional(2, Parse::<String>::parse), Some(Some(String::new())));
        assert_eq!(
            texts.problems(),
            "`a` must be an integer that is not negative, in the range of its type; `b` is missing"
        );
    }
}
