//! Numbers as JSON writes them, without loss.

use std::cmp::Ordering;

/// A number that is kept exactly where it is an integer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Number {
    Integer(i128),
    Float(f64),
}

impl Number {
    /// Reads a JSON number.
    pub(crate) fn parse(json: &str) -> Option<Self> {
        if !is_number(json) {
            return None;
        }
        json.parse().map(Self::Integer).ok().or_else(|| json.parse().map(Self::Float).ok())
    }

    pub(crate) fn compare(self, other: Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Integer(a), Self::Integer(b)) => Some(a.cmp(&b)),
            (a, b) => a.as_f64().partial_cmp(&b.as_f64()),
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "only where the other side is a float")]
    fn as_f64(self) -> f64 {
        match self {
            Self::Integer(integer) => integer as f64,
            Self::Float(float) => float,
        }
    }

    /// The number for a schema, where JSON can hold it.
    pub(crate) fn to_json(self) -> Option<serde_json::Value> {
        match self {
            Self::Integer(integer) => serde_json::Number::from_i128(integer).map(Into::into),
            Self::Float(float) => serde_json::Number::from_f64(float).map(Into::into),
        }
    }

    /// The number of a schema.
    pub(crate) fn from_json(value: &serde_json::Value) -> Option<Self> {
        let number = value.as_number()?;
        number.as_i128().map(Self::Integer).or_else(|| number.as_f64().map(Self::Float))
    }
}

/// Whether the text is a number by JSON's grammar: no `+`, `.5`, `0x`, `NaN` or spaces.
pub(crate) fn is_number(text: &str) -> bool {
    parts(text).is_some()
}

/// The parts of a JSON number: sign, digits before and after the point, exponent.
fn parts(text: &str) -> Option<(bool, &str, &str, i32)> {
    let (negative, rest) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let (mantissa, exponent) = match rest.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => {
            let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return None;
            }
            // Beyond what fits, the exponent only has to stay beyond what fits.
            let size = digits.parse().unwrap_or(i32::MAX / 2).min(i32::MAX / 2);
            (mantissa, if exponent.starts_with('-') { -size } else { size })
        }
        None => (rest, 0),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((_, "")) => return None,
        Some((whole, fraction)) => (whole, fraction),
        None => (mantissa, ""),
    };
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let leading_zero = whole.len() > 1 && whole.starts_with('0');
    (!whole.is_empty() && !leading_zero && digits(whole) && digits(fraction))
        .then_some((negative, whole, fraction, exponent))
}

/// The integer that a JSON number is, however it is written: `5.0`, `1e3`, `-0.0`. Exact, or nothing.
pub(crate) fn integer(text: &str) -> Option<i128> {
    let (negative, whole, fraction, exponent) = parts(text)?;
    let digits: String = [whole, fraction].concat();
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        return Some(0);
    }
    // How many zeros follow the digits; below zero, how many digits must be zeros.
    let zeros = i64::from(exponent) - i64::try_from(fraction.len()).ok()?;
    let text = if zeros >= 0 {
        let zeros = usize::try_from(zeros).ok().filter(|zeros| *zeros < 40)?;
        format!("{digits}{}", "0".repeat(zeros))
    } else {
        let cut = usize::try_from(-zeros).ok().filter(|cut| *cut < digits.len())?;
        let (kept, dropped) = digits.split_at(digits.len() - cut);
        if dropped.bytes().any(|digit| digit != b'0') {
            return None;
        }
        kept.to_owned()
    };
    let sign = if negative { "-" } else { "" };
    format!("{sign}{text}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_exact_or_nothing() {
        for (text, expected) in [
            ("5", Some(5)),
            ("5.0", Some(5)),
            ("-0.0", Some(0)),
            ("1e3", Some(1000)),
            ("1.5e1", Some(15)),
            ("1500e-2", Some(15)),
            ("5.5", None),
            ("1e-1", None),
            ("1e999999999999", None),
            ("9007199254740993.0", Some(9_007_199_254_740_993)),
            ("-170141183460469231731687303715884105728", Some(i128::MIN)),
            ("05", None),
            ("+5", None),
            (" 5", None),
            ("0x5", None),
            ("NaN", None),
            ("", None),
            ("-", None),
            ("5.", None),
        ] {
            assert_eq!(integer(text), expected, "{text}");
        }
    }
}
