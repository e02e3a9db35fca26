use crate::form::choice::{Choice, ElicitChoice};

/// What a field holds and within which bounds: all that the wire can say of it.
#[derive(Debug, Clone)]
pub enum Shape {
    /// Lengths are in characters.
    Text {
        min: Option<usize>,
        max: Option<usize>,
        format: Option<Format>,
    },
    Boolean,
    Integer {
        min: i128,
        max: i128,
    },
    Number {
        min: f64,
        max: f64,
        /// Whether `max` itself is too much.
        below: bool,
    },
    One(Choices),
    Many {
        choices: Choices,
        min: Option<usize>,
        max: Option<usize>,
    },
}

/// Where the values of a selection come from.
#[derive(Debug, Clone)]
pub enum Choices {
    Declared(Vec<Choice>),
    /// Given anew with every ask.
    Dynamic,
}

/// The formats of text that the protocol knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `ada@example.org`
    Email,
    /// `https://example.org`
    Uri,
    /// `2026-02-28`
    Date,
    /// `2026-02-28T09:30:00Z`
    DateTime,
}

impl Shape {
    pub(crate) const TEXT: Self = Self::Text { min: None, max: None, format: None };

    pub(crate) fn one<E: ElicitChoice>() -> Self {
        Self::one_of(Choice::declared::<E>())
    }

    pub(crate) fn one_of(choices: Vec<Choice>) -> Self {
        Self::One(Choices::Declared(choices))
    }

    pub(crate) fn many<E: ElicitChoice>() -> Self {
        Self::Many { choices: Choices::Declared(Choice::declared::<E>()), min: None, max: None }
    }

    pub(crate) fn choices(&self) -> Option<&Choices> {
        match self {
            Self::One(choices) | Self::Many { choices, .. } => Some(choices),
            _ => None,
        }
    }
}

impl Format {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Uri => "uri",
            Self::Date => "date",
            Self::DateTime => "date-time",
        }
    }
}
