//! Where generated code takes fields from answers and puts them there.

use std::fmt;
use std::marker::PhantomData;

use crate::form::Answer;
use crate::form::field::{DynamicField, ElicitField};

/// The place of a field in an answer. It is there for every type, so that one which cannot be a field is
/// reported where the field is declared and nowhere else: the inherent functions are for fields, and found
/// before those of [`NoField`].
pub struct Place<T>(PhantomData<T>);

/// The same, of a field with `choices = dynamic`.
pub struct DynamicPlace<T>(PhantomData<T>);

macro_rules! place {
    ($place:ident: $field:ident) => {
        impl<T: $field> $place<T> {
            /// The field of a checked answer.
            #[must_use]
            pub fn take(answer: &Answer, name: &str) -> Option<T> {
                T::take(answer, name)
            }

            /// Puts the field into an answer.
            pub fn put(value: &T, answer: &mut Answer, name: &str) {
                value.put(answer, name);
            }
        }

        impl<T> NoField<T> for $place<T> {}

        impl<T> fmt::Debug for $place<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(stringify!($place))
            }
        }
    };
}
place!(Place: ElicitField);
place!(DynamicPlace: DynamicField);

/// What a type that cannot be a field has in place of one. Code that names it does not compile, so it never
/// runs.
pub trait NoField<T> {
    /// See [`Place`].
    #[must_use]
    fn take(_: &Answer, _: &str) -> Option<T> {
        unreachable!("its declaration does not compile")
    }

    /// See [`Place`].
    fn put(_: &T, _: &mut Answer, _: &str) {
        unreachable!("its declaration does not compile")
    }
}
