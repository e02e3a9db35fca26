use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use crate::tool::arguments::Arguments;
use crate::tool::definition::Argument;

/// What a client may send as a parameter of a tool.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a tool argument",
    label = "not a tool argument",
    note = "a tool argument, and every type inside it, implements `serde::Deserialize` and `schemars::JsonSchema`",
    note = "to have the runtime lend it instead, take it by reference (`&{Self}`) and register it with `.state(..)`"
)]
pub trait ToolArgument: Sized {
    #[doc(hidden)]
    fn describe(name: &'static str) -> Argument;

    /// Takes the argument at that place, or notes why it is no good.
    #[doc(hidden)]
    fn take(arguments: &mut Arguments<'_>, index: usize) -> Option<Self>;
}

impl<T: DeserializeOwned + JsonSchema> ToolArgument for T {
    fn describe(name: &'static str) -> Argument {
        Argument::new(name, T::json_schema, takes_nothing::<T>)
    }

    fn take(arguments: &mut Arguments<'_>, index: usize) -> Option<Self> {
        arguments.take(index, |json| serde_json::from_str(json))
    }
}

/// Whether the type takes a missing value, asked the way a derived `Deserialize` asks.
fn takes_nothing<T: DeserializeOwned>() -> bool {
    T::deserialize(Missing).is_ok()
}

/// Offers `None` to types that ask for an option, and an error to all others.
struct Missing;

impl<'de> serde::Deserializer<'de> for Missing {
    type Error = serde::de::value::Error;

    fn deserialize_any<V: serde::de::Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
        Err(serde::de::Error::custom("missing"))
    }

    fn deserialize_option<V: serde::de::Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_none()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_options_take_nothing() {
        assert!(takes_nothing::<Option<String>>());
        assert!(takes_nothing::<Option<serde_json::Value>>());
        assert!(!takes_nothing::<String>());
        assert!(!takes_nothing::<serde_json::Value>());
        assert!(!takes_nothing::<Vec<Option<i64>>>());
    }
}
