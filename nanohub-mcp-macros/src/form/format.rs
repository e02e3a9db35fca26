//! Whether a default that is written out can be of its format.
//!
//! Laxer than the runtime, which checks every default in full when the server is built: here is what can be
//! told at the literal, of the mistakes that people make.

/// Whether the text may be of the format; of an unknown one, anything may.
pub(crate) fn may_be(format: &str, text: &str) -> bool {
    match format {
        "email" => is_email(text),
        "uri" => is_uri(text),
        "date" => is_date(text),
        "date-time" => is_date_time(text),
        _ => true,
    }
}

/// What a text of the format looks like.
pub(crate) fn example(format: &str) -> &'static str {
    match format {
        "email" => "ada@example.org",
        "uri" => "https://example.org",
        "date" => "2026-02-28",
        _ => "2026-02-28T09:30:00Z",
    }
}

fn is_email(text: &str) -> bool {
    let is_part = |part: &str| !part.is_empty() && !part.contains(|c: char| c == '@' || c.is_whitespace());
    text.split_once('@').is_some_and(|(name, domain)| is_part(name) && is_part(domain))
}

fn is_uri(text: &str) -> bool {
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    };
    !text.contains(char::is_whitespace)
        && text.split_once(':').is_some_and(|(scheme, rest)| is_scheme(scheme) && !rest.is_empty())
}

/// `2026-02-28`, a day of the calendar.
fn is_date(text: &str) -> bool {
    let Some([year, month, day]) = numbers(text, "-", [4, 2, 2]) else { return false };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

/// `2026-02-28T09:30:00Z`, or with an offset. Which minutes have a 60th second is left to the runtime.
fn is_date_time(text: &str) -> bool {
    let Some((date, time)) = text.split_once(['T', 't', ' ']) else { return false };
    let (time, offset) = match (time.strip_suffix(['Z', 'z']), time.rfind(['+', '-'])) {
        (Some(time), _) => (time, "00:00"),
        (None, Some(sign)) => (&time[..sign], &time[sign + 1..]),
        (None, None) => return false,
    };
    let (time, fraction) = time.split_once('.').unwrap_or((time, "0"));
    is_date(date)
        && numbers(time, ":", [2, 2, 2])
            .is_some_and(|[hours, minutes, seconds]| hours < 24 && minutes < 60 && seconds <= 60)
        && numbers(offset, ":", [2, 2]).is_some_and(|[hours, minutes]| hours < 24 && minutes < 60)
        && !fraction.is_empty()
        && fraction.bytes().all(|byte| byte.is_ascii_digit())
}

/// Numbers of so many digits each.
fn numbers<const N: usize>(text: &str, separator: &str, digits: [usize; N]) -> Option<[u32; N]> {
    let parts: [&str; N] = text.split(separator).collect::<Vec<_>>().try_into().ok()?;
    let mut numbers = [0; N];
    for (number, (part, digits)) in numbers.iter_mut().zip(parts.into_iter().zip(digits)) {
        // `parse` takes a sign too.
        *number = part.parse().ok().filter(|_| part.len() == digits && !part.starts_with('+'))?;
    }
    Some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts of the runtime's own tests: what it accepts is never refused here.
    #[test]
    fn nothing_good_is_refused() {
        for (format, texts) in [
            ("email", &["ada@example.org", "o'hara@example.org", "ada@localhost", "ü@bücher.example"][..]),
            ("uri", &["https://example.org", "http://[::1]:80/x?y=1#z", "mailto:a@b.c", "s3://b/k%20x"]),
            ("date", &["2026-02-28", "2024-02-29", "2000-02-29", "0001-01-01"]),
            (
                "date-time",
                &[
                    "2026-02-28T09:30:00Z",
                    "2026-02-28t09:30:00.25z",
                    "2026-02-28 09:30:00+02:00",
                    "1990-12-31T15:59:60-08:00",
                ],
            ),
        ] {
            for text in texts {
                assert!(may_be(format, text), "{text:?} is of `{format}`");
            }
        }
    }

    #[test]
    fn what_is_plainly_wrong_is_refused() {
        for (format, texts) in [
            ("email", &["", "no-at", "@example.org", "ada@", "a@b@c", "a b@c.org"][..]),
            ("uri", &["", "example.org", "/relative", ":x", "1a:b", "http://a b", "https:"]),
            ("date", &["", "2025-02-30", "1900-02-29", "2026-13-01", "2026-00-01", "2026-1-1", "+026-01-01"]),
            (
                "date-time",
                &[
                    "",
                    "2026-02-28",
                    "2026-02-28T09:30:00",
                    "2026-02-28T09:30Z",
                    "2026-02-30T09:30:00Z",
                    "2026-02-28T24:00:00Z",
                    "2026-02-28T09:30:00+24:00",
                    "2026-02-28T09:30:00.Z",
                    "2026-02-28T09:30:00+ü",
                ],
            ),
        ] {
            for text in texts {
                assert!(!may_be(format, text), "{text:?} is not of `{format}`");
            }
        }
    }
}
