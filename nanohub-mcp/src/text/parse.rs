use std::any::TypeId;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use crate::form::ElicitChoice;
use crate::schema::words::list;
use crate::text::parameter::Parameter;

/// What a variable of a resource or an argument of a prompt may be: anything that implements [`FromStr`],
/// beside enums with [`#[derive(ElicitChoice)]`](derive@crate::ElicitChoice).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from text",
    label = "not readable from text",
    note = "variables of a resource and arguments of a prompt come as text: take a type that implements `std::str::FromStr`, with an error that implements `std::fmt::Display`, or an enum with `#[derive(ElicitChoice)]`"
)]
pub trait FromText: Sized {
    /// Reads it, or says in words what is wrong with it.
    #[doc(hidden)]
    fn from_text(text: &str) -> Result<Self, String>;
}

impl<T: FromStr + 'static> FromText for T
where
    T::Err: fmt::Display,
{
    fn from_text(text: &str) -> Result<Self, String> {
        text.parse().map_err(|error: T::Err| {
            if let Some(kind) = kind::<T>() {
                return format!("must be {kind}");
            }
            let words = error.to_string();
            // The text may be a secret; errors of some types repeat it.
            if text.is_empty() || words.contains(text) {
                "is not accepted".to_owned()
            } else {
                format!("is not accepted: {words}")
            }
        })
    }
}

/// What a type of the language is, in words.
fn kind<T: 'static>() -> Option<&'static str> {
    let of = TypeId::of::<T>();
    macro_rules! any {
        ($($ty:ty),*) => { [$(TypeId::of::<$ty>()),*].contains(&of) };
    }
    if any!(i8, i16, i32, i64, i128, isize) {
        Some("an integer in the range of its type")
    } else if any!(u8, u16, u32, u64, u128, usize) {
        Some("an integer that is not negative, in the range of its type")
    } else if any!(f32, f64) {
        Some("a number")
    } else if any!(bool) {
        Some("`true` or `false`")
    } else if any!(char) {
        Some("one character")
    } else {
        None
    }
}

/// Reads values of a type from text.
///
/// The inherent functions are for choices and are found before those of [`ParsePlain`], which are for
/// whatever else can be read.
pub struct Parse<T>(PhantomData<T>);

impl<T: ElicitChoice> Parse<T> {
    /// The parameter, as far as its type knows it.
    pub fn describe(name: &'static str) -> Parameter {
        Parameter::new(name).choices(T::CHOICES)
    }

    /// Reads a value, or says in words what is wrong with it.
    ///
    /// # Errors
    ///
    /// Where it is none of the choices.
    pub fn parse(text: &str) -> Result<T, String> {
        T::from_value(text).ok_or_else(|| {
            let values: Vec<_> = T::CHOICES.iter().map(|(value, _)| format!("\"{value}\"")).collect();
            format!("must be {}", list(&values, "or"))
        })
    }
}

/// Types that are no choices: see [`Parse`].
pub trait ParsePlain<T> {
    /// The parameter, as far as its type knows it.
    fn describe(name: &'static str) -> Parameter
    where
        T: FromText,
    {
        Parameter::new(name)
    }

    /// Reads a value, or says in words what is wrong with it.
    ///
    /// # Errors
    ///
    /// Where the type does not accept the text.
    fn parse(text: &str) -> Result<T, String>
    where
        T: FromText,
    {
        T::from_text(text)
    }
}

impl<T> ParsePlain<T> for Parse<T> {}

impl<T> fmt::Debug for Parse<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Parse")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, nanohub_mcp_macros::ElicitChoice)]
    #[choice(crate = crate)]
    enum Queue {
        Standby,
        #[choice(value = "long-run")]
        Long,
    }

    #[test]
    fn choices_and_plain_types_are_told_apart() {
        use ParsePlain as _;
        assert_eq!(Parse::<Queue>::parse("long-run"), Ok(Queue::Long));
        assert_eq!(Parse::<Queue>::parse("Long").unwrap_err(), r#"must be "standby" or "long-run""#);
        assert_eq!(Parse::<u8>::parse("7"), Ok(7));
        assert!(Parse::<u8>::parse("700").unwrap_err().starts_with("must be an integer"));
        assert_eq!(Parse::<String>::parse(""), Ok(String::new()));
        assert_eq!(
            Parse::<std::net::IpAddr>::parse("10.0.0").unwrap_err(),
            "is not accepted: invalid IP address syntax"
        );
    }
}
