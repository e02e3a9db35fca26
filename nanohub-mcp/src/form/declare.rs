use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Bound, RangeBounds};

use regex::Regex;
use serde_json::Value;

use crate::form::check;
use crate::form::choice::ElicitChoice;
use crate::form::field::{FieldValue, Ranged, Selection, Text};
use crate::form::shape::{Choices, Format, Shape};

/// A field without its Rust type.
pub(crate) struct Field {
    pub(crate) name: Cow<'static, str>,
    pub(crate) title: Option<&'static str>,
    pub(crate) doc: &'static str,
    pub(crate) shape: Shape,
    /// Whether the Rust type is an `Option`.
    pub(crate) optional: bool,
    pub(crate) default: Option<Value>,
    /// Whether the author wants it in `required`, its default notwithstanding.
    insists: bool,
    /// Whether titles go out as `enumNames` in every revision.
    pub(crate) enum_names: bool,
    pub(crate) pattern: Option<Regex>,
    pub(crate) validate: Option<Validate>,
    /// What was wrong already when it was declared.
    problems: Vec<String>,
}

/// The author's own check: why a value is no good, if it is not.
type Validate = Box<dyn Fn(&Value) -> Option<String> + Send + Sync>;

impl Field {
    /// Whether clients are told to insist on an answer.
    pub(crate) fn is_required(&self) -> bool {
        self.insists || (!self.optional && self.default.is_none())
    }

    /// What is wrong with the declaration, in words for its author.
    pub(crate) fn problems(&self) -> Vec<String> {
        let mut problems = self.problems.clone();
        let nothing = match &self.shape {
            Shape::Integer { min, max } => min > max,
            Shape::Number { min, max, below } => min > max || (*below && min >= max),
            Shape::Text { min, max, .. } | Shape::Many { min, max, .. } => {
                matches!((min, max), (Some(min), Some(max)) if min > max)
            }
            Shape::Boolean | Shape::One(_) => false,
        };
        if nothing {
            problems.push(format!("form field `{}`: no value keeps to its bounds", self.name));
        }
        if let Some(Choices::Declared(choices)) = self.shape.choices()
            && choices.is_empty()
        {
            problems.push(format!("form field `{}`: there is nothing to choose from", self.name));
        }
        if let Some(default) = &self.default
            && !matches!(self.shape.choices(), Some(Choices::Dynamic))
        {
            problems.extend(
                check::given(self, default, &[])
                    .into_iter()
                    .map(|reason| format!("form field `{}`: its default {reason}", self.name)),
            );
        }
        problems
    }
}

impl fmt::Debug for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Field")
            .field("name", &self.name)
            .field("shape", &self.shape)
            .field("default", &self.default)
            .finish_non_exhaustive()
    }
}

/// A field being declared, with the type that its attributes are held to.
#[derive(Debug)]
#[must_use]
pub struct Declared<T> {
    field: Field,
    ty: PhantomData<fn() -> T>,
}

impl<T> Declared<T> {
    pub(crate) fn new(name: &'static str, shape: Shape) -> Self {
        let field = Field {
            name: name.into(),
            title: None,
            doc: "",
            shape,
            optional: false,
            default: None,
            insists: false,
            enum_names: false,
            pattern: None,
            validate: None,
            problems: Vec::new(),
        };
        Self { field, ty: PhantomData }
    }

    pub(crate) fn optional(mut self) -> Self {
        self.field.optional = true;
        self
    }

    pub(crate) fn finish(self) -> Field {
        self.field
    }

    /// Name for people.
    pub fn title(mut self, title: &'static str) -> Self {
        self.field.title = Some(title);
        self
    }

    /// What people read below the name.
    pub fn doc(mut self, doc: &'static str) -> Self {
        self.field.doc = doc;
        self
    }

    /// Clients insist on an answer although there is a default.
    pub fn required(mut self) -> Self {
        self.field.insists = true;
        self
    }
}

impl<E: ElicitChoice> Declared<E> {
    /// One of an enum's variants.
    pub fn choice(name: &'static str) -> Self {
        Self::new(name, Shape::one::<E>())
    }
}

impl<T: FieldValue> Declared<T> {
    /// The value of a field that is left out.
    #[allow(clippy::needless_pass_by_value, reason = "it is taken out of an expression")]
    pub fn default(mut self, default: T) -> Self {
        self.field.default = Some(default.encode());
        self
    }

    /// The same, of anything that can be made into the field's type.
    pub fn default_from(self, default: impl Into<T>) -> Self {
        self.default(default.into())
    }

    /// The author's own check. It sees only values that keep to the declaration.
    pub fn validate<E: fmt::Display>(
        mut self,
        validate: impl Fn(&T) -> Result<(), E> + Send + Sync + 'static,
    ) -> Self {
        self.field.validate = Some(Box::new(move |value| {
            let value = T::decode(value)?;
            validate(&value).err().map(|error| error.to_string())
        }));
        self
    }

    /// The numbers that are allowed.
    pub fn range(mut self, range: impl RangeBounds<T::Limit>) -> Self
    where
        T: Ranged,
    {
        let (max, below) = match range.end_bound() {
            Bound::Included(max) => (Some(max), false),
            Bound::Excluded(max) => (Some(max), true),
            Bound::Unbounded => (None, false),
        };
        let (Bound::Included(min) | Bound::Excluded(min)) = range.start_bound() else {
            T::narrow(&mut self.field.shape, None, max, below);
            return self;
        };
        T::narrow(&mut self.field.shape, Some(min), max, below);
        self
    }

    /// How many characters the text may have.
    pub fn len(mut self, range: impl RangeBounds<usize>) -> Self
    where
        T: Text,
    {
        if let Shape::Text { min, max, .. } = &mut self.field.shape {
            (*min, *max) = counts(&range);
        }
        self
    }

    /// What the text has to be.
    pub fn format(mut self, wanted: Format) -> Self
    where
        T: Text,
    {
        if let Shape::Text { format, .. } = &mut self.field.shape {
            *format = Some(wanted);
        }
        self
    }

    /// A regular expression that the text has to match; not on the wire, which has no word for it.
    pub fn pattern(mut self, pattern: &'static str) -> Self
    where
        T: Text,
    {
        match Regex::new(pattern) {
            Ok(pattern) => self.field.pattern = Some(pattern),
            Err(error) => {
                let problem = format!("form field `{}`: its pattern is none: {error}", self.field.name);
                self.field.problems.push(problem);
            }
        }
        self
    }

    /// How many may be selected.
    pub fn items(mut self, range: impl RangeBounds<usize>) -> Self
    where
        T: Selection,
    {
        if let Shape::Many { min, max, .. } = &mut self.field.shape {
            (*min, *max) = counts(&range);
        }
        self
    }

    /// Titles go out as `enumNames` in every revision, for clients that know nothing newer.
    pub fn enum_names(mut self) -> Self
    where
        T: ElicitChoice,
    {
        self.field.enum_names = true;
        self
    }
}

/// The least and the greatest count of a range; a least of 0 says nothing.
fn counts(range: &impl RangeBounds<usize>) -> (Option<usize>, Option<usize>) {
    let min = match range.start_bound() {
        Bound::Included(&min) => Some(min).filter(|&min| min > 0),
        Bound::Excluded(&min) => Some(min.saturating_add(1)),
        Bound::Unbounded => None,
    };
    let max = match range.end_bound() {
        Bound::Included(&max) => Some(max),
        Bound::Excluded(&max) => Some(max.saturating_sub(1)),
        Bound::Unbounded => None,
    };
    (min, max)
}
