//! Writes values as JSON, and stops at a number that is not finite.
//!
//! `serde_json` writes NaN and the infinities as `null`, which nobody can tell from a `None` afterwards. So
//! they are caught on the way: a layer that looks at floats, and remembers the way back only when it stops.

use std::cell::{Cell, RefCell};
use std::fmt;

use serde::ser::{self, Serialize, Serializer};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use crate::schema::pointer;

/// Why a value cannot be written.
#[derive(Debug)]
pub(crate) enum Unwritable {
    /// A number is not finite; the JSON pointer of it.
    NotFinite(String),
    /// Something else: a map with keys that are no strings, an author's own error.
    Other(serde_json::Error),
}

/// The JSON text of a value.
pub(crate) fn to_json(value: &impl Serialize) -> Result<Box<RawValue>, Unwritable> {
    let trail = Trail::default();
    to_raw_value(&Watched { value, trail: &trail }).map_err(|error| trail.explain(error))
}

/// The way to where writing stopped, innermost first.
#[derive(Default)]
struct Trail {
    not_finite: Cell<bool>,
    members: RefCell<Vec<String>>,
}

impl Trail {
    fn push(&self, member: &str) {
        self.members.borrow_mut().push(member.to_owned());
    }

    fn explain(self, error: serde_json::Error) -> Unwritable {
        if !self.not_finite.get() {
            return Unwritable::Other(error);
        }
        let mut path = String::new();
        for member in self.members.into_inner().iter().rev() {
            pointer::push(&mut path, member);
        }
        Unwritable::NotFinite(path)
    }
}

struct Watched<'a, T: ?Sized> {
    value: &'a T,
    trail: &'a Trail,
}

impl<T: Serialize + ?Sized> Serialize for Watched<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(Finite { inner: serializer, trail: self.trail })
    }
}

struct Finite<'a, S> {
    inner: S,
    trail: &'a Trail,
}

impl<'a, S: Serializer> Finite<'a, S> {
    fn watch<'t, T: ?Sized>(&self, value: &'t T) -> Watched<'t, T>
    where
        'a: 't,
    {
        Watched { value, trail: self.trail }
    }

    fn within<C>(trail: &'a Trail, inner: Result<C, S::Error>) -> Result<Within<'a, C>, S::Error> {
        inner.map(|inner| Within { inner, trail, index: 0, key: None })
    }
}

/// Methods that only hand on.
macro_rules! hand_on {
    ($($method:ident($($name:ident: $ty:ty),*))*) => {$(
        fn $method(self, $($name: $ty),*) -> Result<S::Ok, S::Error> {
            self.inner.$method($($name),*)
        }
    )*};
}

impl<'a, S: Serializer> Serializer for Finite<'a, S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Within<'a, S::SerializeSeq>;
    type SerializeTuple = Within<'a, S::SerializeTuple>;
    type SerializeTupleStruct = Within<'a, S::SerializeTupleStruct>;
    type SerializeTupleVariant = Within<'a, S::SerializeTupleVariant>;
    type SerializeMap = Within<'a, S::SerializeMap>;
    type SerializeStruct = Within<'a, S::SerializeStruct>;
    type SerializeStructVariant = Within<'a, S::SerializeStructVariant>;

    hand_on! {
        serialize_bool(value: bool)
        serialize_i8(value: i8)
        serialize_i16(value: i16)
        serialize_i32(value: i32)
        serialize_i64(value: i64)
        serialize_i128(value: i128)
        serialize_u8(value: u8)
        serialize_u16(value: u16)
        serialize_u32(value: u32)
        serialize_u64(value: u64)
        serialize_u128(value: u128)
        serialize_char(value: char)
        serialize_str(value: &str)
        serialize_bytes(value: &[u8])
        serialize_none()
        serialize_unit()
        serialize_unit_struct(name: &'static str)
        serialize_unit_variant(name: &'static str, index: u32, variant: &'static str)
    }

    fn serialize_f32(self, value: f32) -> Result<S::Ok, S::Error> {
        if value.is_finite() { self.inner.serialize_f32(value) } else { stop(self.trail) }
    }

    fn serialize_f64(self, value: f64) -> Result<S::Ok, S::Error> {
        if value.is_finite() { self.inner.serialize_f64(value) } else { stop(self.trail) }
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        let value = self.watch(value);
        self.inner.serialize_some(&value)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        let value = self.watch(value);
        self.inner.serialize_newtype_struct(name, &value)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        let value = self.watch(value);
        let trail = self.trail;
        self.inner
            .serialize_newtype_variant(name, index, variant, &value)
            .inspect_err(|_| trail.push(variant))
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<Self::SerializeSeq, S::Error> {
        Self::within(self.trail, self.inner.serialize_seq(len))
    }

    fn serialize_tuple(self, len: usize) -> Result<Self::SerializeTuple, S::Error> {
        Self::within(self.trail, self.inner.serialize_tuple(len))
    }

    fn serialize_tuple_struct(
        self,
        name: &'static str,
        len: usize,
    ) -> Result<Self::SerializeTupleStruct, S::Error> {
        Self::within(self.trail, self.inner.serialize_tuple_struct(name, len))
    }

    fn serialize_tuple_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Self::SerializeTupleVariant, S::Error> {
        Self::within(self.trail, self.inner.serialize_tuple_variant(name, index, variant, len))
            .map(|within| within.of(variant))
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Self::SerializeMap, S::Error> {
        Self::within(self.trail, self.inner.serialize_map(len))
    }

    fn serialize_struct(self, name: &'static str, len: usize) -> Result<Self::SerializeStruct, S::Error> {
        Self::within(self.trail, self.inner.serialize_struct(name, len))
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Self::SerializeStructVariant, S::Error> {
        Self::within(self.trail, self.inner.serialize_struct_variant(name, index, variant, len))
            .map(|within| within.of(variant))
    }

    fn collect_str<T: fmt::Display + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.inner.collect_str(value)
    }

    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }
}

fn stop<T, E: ser::Error>(trail: &Trail) -> Result<T, E> {
    trail.not_finite.set(true);
    Err(E::custom("a number is not finite"))
}

/// The inside of an array or an object.
struct Within<'a, C> {
    inner: C,
    trail: &'a Trail,
    index: usize,
    /// The key of a map, where it comes before its value; or the variant that holds all of it.
    key: Option<String>,
}

impl<C> Within<'_, C> {
    fn of(self, variant: &str) -> Self {
        Self { key: Some(variant.to_owned()), ..self }
    }

    /// Notes the place where writing stopped, and the variant around it.
    fn stopped(&self, member: &str) {
        self.trail.push(member);
        if let Some(variant) = &self.key {
            self.trail.push(variant);
        }
    }
}

macro_rules! places {
    ($($of:ident::$method:ident)*) => {$(
        impl<C: ser::$of> ser::$of for Within<'_, C> {
            type Ok = C::Ok;
            type Error = C::Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), C::Error> {
                let written = self.inner.$method(&Watched { value, trail: self.trail });
                if written.is_err() {
                    self.stopped(&self.index.to_string());
                }
                self.index += 1;
                written
            }

            fn end(self) -> Result<C::Ok, C::Error> {
                self.inner.end()
            }
        }
    )*};
}
places! {
    SerializeSeq::serialize_element
    SerializeTuple::serialize_element
    SerializeTupleStruct::serialize_field
    SerializeTupleVariant::serialize_field
}

macro_rules! fields {
    ($($of:ident)*) => {$(
        impl<C: ser::$of> ser::$of for Within<'_, C> {
            type Ok = C::Ok;
            type Error = C::Error;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), C::Error> {
                let written = self.inner.serialize_field(name, &Watched { value, trail: self.trail });
                if written.is_err() {
                    self.stopped(name);
                }
                written
            }

            fn skip_field(&mut self, name: &'static str) -> Result<(), C::Error> {
                self.inner.skip_field(name)
            }

            fn end(self) -> Result<C::Ok, C::Error> {
                self.inner.end()
            }
        }
    )*};
}
fields! { SerializeStruct SerializeStructVariant }

impl<C: ser::SerializeMap> ser::SerializeMap for Within<'_, C> {
    type Ok = C::Ok;
    type Error = C::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), C::Error> {
        self.key = Some(shown(key));
        self.inner.serialize_key(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), C::Error> {
        let written = self.inner.serialize_value(&Watched { value, trail: self.trail });
        if written.is_err()
            && let Some(key) = &self.key
        {
            self.trail.push(key);
        }
        written
    }

    fn serialize_entry<K: Serialize + ?Sized, V: Serialize + ?Sized>(
        &mut self,
        key: &K,
        value: &V,
    ) -> Result<(), C::Error> {
        let written = self.inner.serialize_entry(key, &Watched { value, trail: self.trail });
        if written.is_err() {
            self.trail.push(&shown(key));
        }
        written
    }

    fn end(self) -> Result<C::Ok, C::Error> {
        self.inner.end()
    }
}

/// A key as JSON writes it.
fn shown<K: Serialize + ?Sized>(key: &K) -> String {
    match serde_json::to_value(key) {
        Ok(Value::String(key)) => key,
        Ok(key) => key.to_string(),
        Err(_) => "?".into(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;

    #[derive(serde::Serialize)]
    struct Row {
        name: &'static str,
        x: Option<f64>,
        more: Vec<(u8, f32)>,
        map: BTreeMap<u8, Shape>,
    }

    #[derive(serde::Serialize)]
    enum Shape {
        Point,
        Circle(f64),
        Box { w: f64 },
        Line(f64, f64),
    }

    fn row() -> Row {
        let shapes = [Shape::Point, Shape::Circle(1.0), Shape::Box { w: 2.5 }, Shape::Line(1.0, 2.0)];
        Row { name: "a", x: Some(1.0), more: vec![(1, 1.5)], map: (0..).zip(shapes).collect() }
    }

    fn stopped(row: &Row) -> String {
        match to_json(row) {
            Err(Unwritable::NotFinite(pointer)) => pointer,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn finite_values_are_written_as_ever() {
        let plain = serde_json::to_string(&row()).expect("JSON");
        assert_eq!(to_json(&row()).expect("JSON").get(), plain);
        let raw = RawValue::from_string("{\"a\": [1.50]}".into()).expect("JSON");
        assert_eq!(to_json(&vec![raw]).expect("JSON").get(), "[{\"a\": [1.50]}]");
        let value = json!({"a": [1, null, 1.5, "x", {"b": true}]});
        assert_eq!(to_json(&value).expect("JSON").get(), value.to_string());
        assert_eq!(to_json(&u128::MAX).expect("JSON").get(), u128::MAX.to_string());
    }

    #[test]
    fn numbers_that_are_not_finite_are_named_by_their_pointer() {
        assert_eq!(stopped(&Row { x: Some(f64::NAN), ..row() }), "/x");
        assert_eq!(stopped(&Row { more: vec![(1, 1.0), (2, f32::INFINITY)], ..row() }), "/more/1/1");
        let map = |shape| Row { map: BTreeMap::from([(7, shape)]), ..row() };
        assert_eq!(stopped(&map(Shape::Circle(f64::NAN))), "/map/7/Circle");
        assert_eq!(stopped(&map(Shape::Box { w: f64::NEG_INFINITY })), "/map/7/Box/w");
        assert_eq!(stopped(&map(Shape::Line(1.0, f64::NAN))), "/map/7/Line/1");
        assert!(matches!(to_json(&f64::NAN), Err(Unwritable::NotFinite(pointer)) if pointer.is_empty()));
        assert!(matches!(to_json(&BTreeMap::from([(vec![1], 1)])), Err(Unwritable::Other(_))));
        assert_eq!(Row { ..row() }.name, "a");
    }
}
