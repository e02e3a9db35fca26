use serde_json::{Number, Value};

use crate::form::Answer;
use crate::form::choice::ElicitChoice;
use crate::form::declare::Declared;
use crate::form::shape::{Choices, Shape};

/// What a field of a form can be.
///
/// Closed, because the protocol's forms are: `String`, `bool`, integers up to 64 bits, floats, an enum with
/// `#[derive(ElicitChoice)]`, `Vec` of such an enum, and `Option` of one of these.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field of an elicitation form",
    label = "not a form field",
    note = "a form is flat: a field is `String`, `bool`, an integer up to 64 bits, a float, an enum with \
            `#[derive(ElicitChoice)]`, `Vec` of such an enum, or `Option` of one of these"
)]
pub trait ElicitField: Sized + Send + 'static {
    /// The type without `Option`.
    #[doc(hidden)]
    type Value;

    /// The field of that name, without any rule but its type.
    #[doc(hidden)]
    fn declare(name: &'static str) -> Declared<Self::Value>;

    /// The field of a checked answer.
    #[doc(hidden)]
    fn take(answer: &Answer, name: &str) -> Option<Self>;

    /// Puts the field into an answer.
    #[doc(hidden)]
    fn put(&self, answer: &mut Answer, name: &str);
}

/// What a field with `choices = dynamic` can be.
#[diagnostic::on_unimplemented(
    message = "`choices = dynamic` is not for `{Self}`",
    label = "neither `String` nor `Vec<String>`",
    note = "choices that are known only at run time are text: `String`, `Vec<String>` or an `Option` of one"
)]
pub trait DynamicField: Sized + Send + 'static {
    /// The type without `Option`.
    type Value;

    /// The field of that name, its choices to come.
    fn declare(name: &'static str) -> Declared<Self::Value>;

    /// The field of a checked answer.
    fn take(answer: &Answer, name: &str) -> Option<Self>;

    /// Puts the field into an answer.
    fn put(&self, answer: &mut Answer, name: &str);
}

/// A value that is there, as JSON and back.
pub trait FieldValue: Sized + Send + 'static {
    fn encode(&self) -> Value;

    fn decode(value: &Value) -> Option<Self>;
}

/// Numbers, which have a range.
#[diagnostic::on_unimplemented(
    message = "`range` is for numbers, and `{Self}` is none",
    label = "not a number",
    note = "`len` bounds the length of text, `items` the size of a selection"
)]
pub trait Ranged: FieldValue {
    /// What a bound is written as.
    type Limit;

    fn narrow(shape: &mut Shape, min: Option<&Self::Limit>, max: Option<&Self::Limit>, below: bool);
}

/// Text, which has a length and a format.
#[diagnostic::on_unimplemented(
    message = "`len`, `format` and `pattern` are for text, and `{Self}` is none",
    label = "not text",
    note = "`range` bounds a number, `items` the size of a selection"
)]
pub trait Text: FieldValue {}

impl Text for String {}

/// Selections, which have a size.
#[diagnostic::on_unimplemented(
    message = "`items` is for selections of several, and `{Self}` is none",
    label = "not a `Vec`",
    note = "`range` bounds a number, `len` the length of text"
)]
pub trait Selection: FieldValue {}

impl<E: ElicitChoice> Selection for Vec<E> {}
impl Selection for Vec<String> {}

/// The value of a field that has to be there.
#[must_use]
pub fn take<T: FieldValue>(answer: &Answer, name: &str) -> Option<T> {
    answer.get(name).and_then(T::decode)
}

/// Puts the value of a field into an answer.
pub fn put<T: FieldValue>(value: &T, answer: &mut Answer, name: &str) {
    answer.insert(name.into(), value.encode());
}

/// Fields that an answer has to have.
macro_rules! fields {
    ($trait:ident for $ty:ty = $shape:expr) => {
        impl $trait for $ty {
            type Value = Self;

            fn declare(name: &'static str) -> Declared<Self> {
                Declared::new(name, $shape)
            }

            fn take(answer: &Answer, name: &str) -> Option<Self> {
                take(answer, name)
            }

            fn put(&self, answer: &mut Answer, name: &str) {
                put(self, answer, name);
            }
        }
    };
}

/// Fields that an answer can leave out. `Value = T` keeps options of options away.
macro_rules! optional {
    ($trait:ident) => {
        impl<T: $trait<Value = T>> $trait for Option<T> {
            type Value = T;

            fn declare(name: &'static str) -> Declared<T> {
                T::declare(name).optional()
            }

            fn take(answer: &Answer, name: &str) -> Option<Self> {
                if answer.contains_key(name) { T::take(answer, name).map(Some) } else { Some(None) }
            }

            fn put(&self, answer: &mut Answer, name: &str) {
                if let Some(value) = self {
                    value.put(answer, name);
                }
            }
        }
    };
}

fields!(ElicitField for String = Shape::TEXT);
fields!(ElicitField for bool = Shape::Boolean);
optional!(ElicitField);

// Without the macro, because rustc shows this line to who puts something else into a `Vec`.
impl<E: ElicitChoice> ElicitField for Vec<E> {
    type Value = Self;

    fn declare(name: &'static str) -> Declared<Self> {
        Declared::new(name, Shape::many::<E>())
    }

    fn take(answer: &Answer, name: &str) -> Option<Self> {
        take(answer, name)
    }

    fn put(&self, answer: &mut Answer, name: &str) {
        put(self, answer, name);
    }
}

fields!(DynamicField for String = Shape::One(Choices::Dynamic));
fields!(DynamicField for Vec<String> = Shape::Many { choices: Choices::Dynamic, min: None, max: None });
optional!(DynamicField);

impl FieldValue for String {
    fn encode(&self) -> Value {
        self.as_str().into()
    }

    fn decode(value: &Value) -> Option<Self> {
        value.as_str().map(Into::into)
    }
}

impl FieldValue for bool {
    fn encode(&self) -> Value {
        (*self).into()
    }

    fn decode(value: &Value) -> Option<Self> {
        value.as_bool()
    }
}

impl<E: ElicitChoice> FieldValue for E {
    fn encode(&self) -> Value {
        self.value().into()
    }

    fn decode(value: &Value) -> Option<Self> {
        value.as_str().and_then(E::from_value)
    }
}

impl<E: ElicitChoice> FieldValue for Vec<E> {
    fn encode(&self) -> Value {
        self.iter().map(E::value).collect()
    }

    fn decode(value: &Value) -> Option<Self> {
        value.as_array()?.iter().map(E::decode).collect()
    }
}

impl FieldValue for Vec<String> {
    fn encode(&self) -> Value {
        self.iter().map(String::as_str).collect()
    }

    fn decode(value: &Value) -> Option<Self> {
        value.as_array()?.iter().map(String::decode).collect()
    }
}

macro_rules! integers {
    ($read:ident: $($ty:ty),*) => {$(
        // No integer has more than 64 bits here, so `as` loses nothing.
        fields!(ElicitField for $ty = Shape::Integer { min: <$ty>::MIN as i128, max: <$ty>::MAX as i128 });


        impl FieldValue for $ty {
            fn encode(&self) -> Value {
                Value::from(*self)
            }

            fn decode(value: &Value) -> Option<Self> {
                value.$read().and_then(|value| <$ty>::try_from(value).ok())
            }
        }

        impl Ranged for $ty {
            type Limit = $ty;

            fn narrow(shape: &mut Shape, least: Option<&$ty>, most: Option<&$ty>, below: bool) {
                if let Shape::Integer { min, max } = shape {
                    if let Some(&least) = least {
                        *min = least as i128;
                    }
                    if let Some(&most) = most {
                        *max = most as i128 - i128::from(below);
                    }
                }
            }
        }
    )*};
}

#[allow(clippy::cast_lossless, reason = "`i128::from` is not there for `usize` and `isize`")]
mod integers {
    use super::{Answer, Declared, ElicitField, FieldValue, Ranged, Shape, Value, put, take};

    integers!(as_i64: i8, i16, i32, i64, isize);
    integers!(as_u64: u8, u16, u32, u64, usize);
}

fields!(ElicitField for f64 = Shape::Number { min: f64::MIN, max: f64::MAX, below: false });
fields!(ElicitField for f32 = Shape::Number { min: decimal(f32::MIN), max: decimal(f32::MAX), below: false });

impl FieldValue for f64 {
    /// NaN and the infinities become `null`, which no check lets pass.
    fn encode(&self) -> Value {
        Number::from_f64(*self).map_or(Value::Null, Value::Number)
    }

    fn decode(value: &Value) -> Option<Self> {
        value.as_f64()
    }
}

impl FieldValue for f32 {
    /// By way of the shortest decimal: 0.1 is `0.1`, not `0.10000000149011612`.
    fn encode(&self) -> Value {
        self.to_string().parse::<f64>().map_or(Value::Null, |value| value.encode())
    }

    #[allow(clippy::cast_possible_truncation, reason = "precision is what the field's type gives up")]
    fn decode(value: &Value) -> Option<Self> {
        value.as_f64().map(|value| value as f32)
    }
}

macro_rules! floats {
    ($($ty:ty),*) => {$(
        impl Ranged for $ty {
            type Limit = $ty;

            fn narrow(shape: &mut Shape, least: Option<&$ty>, most: Option<&$ty>, is_below: bool) {
                if let Shape::Number { min, max, below } = shape {
                    if let Some(&least) = least {
                        *min = decimal(least);
                    }
                    if let Some(&most) = most {
                        *max = decimal(most);
                        *below = is_below;
                    }
                }
            }
        }
    )*};
}
floats!(f32, f64);

/// A bound as the author wrote it, also where `f32` has no exact value for it.
fn decimal(limit: impl FieldValue + Into<f64> + Copy) -> f64 {
    limit.encode().as_f64().unwrap_or_else(|| limit.into())
}
