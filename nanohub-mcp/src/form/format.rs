//! The formats of text that the protocol knows, checked.

use crate::form::shape::Format;

impl Format {
    /// What a person has to write.
    pub(crate) fn in_words(self) -> &'static str {
        match self {
            Self::Email => "an e-mail address",
            Self::Uri => "a full address with its scheme, such as https://example.org",
            Self::Date => "a date such as 2026-02-28",
            Self::DateTime => "a time with its offset, such as 2026-02-28T09:30:00Z",
        }
    }

    pub(crate) fn accepts(self, text: &str) -> bool {
        match self {
            Self::Email => is_email(text),
            Self::Uri => is_uri(text),
            Self::Date => date(text).is_some(),
            Self::DateTime => date_time(text).is_some(),
        }
    }
}

/// One `@`, a name before it and a domain of labels after it. Whether it exists, only a mail can tell.
fn is_email(text: &str) -> bool {
    let Some((name, domain)) = text.split_once('@') else { return false };
    let plain = |c: char| !c.is_whitespace() && !c.is_control() && !r#"@<>()[],;:\""#.contains(c);
    let dotted = |part: &str| part.split('.').all(|atom| !atom.is_empty() && atom.chars().all(plain));
    let label = |label: &str| {
        !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|c| c.is_alphanumeric() || c == '-')
    };
    text.len() <= 254 && dotted(name) && dotted(domain) && domain.split('.').all(label)
}

/// Absolute, in the characters of RFC 3986.
fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let mut letters = scheme.chars();
    let is_scheme = letters.next().is_some_and(|c| c.is_ascii_alphabetic())
        && letters.all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(c);
    let mut escapes = rest.split('%').skip(1);
    let is_escaped =
        escapes.all(|escape| escape.len() >= 2 && escape.as_bytes()[..2].iter().all(u8::is_ascii_hexdigit));
    // `https:///x` names no host, `mailto:x` needs none.
    let host = rest.strip_prefix("//").map(|rest| rest.split(['/', '?', '#']).next().unwrap_or(""));
    let has_host = match scheme.to_ascii_lowercase().as_str() {
        "http" | "https" => host.is_some_and(|host| !host.is_empty()),
        _ => true,
    };
    is_scheme && !rest.is_empty() && rest.chars().all(is_allowed) && is_escaped && has_host
}

/// A day of the calendar: `2026-02-28`.
fn date(text: &str) -> Option<()> {
    let [year, month, day] = parts(text, '-')?;
    let (year, month, day) = (digits(year, 4)?, digits(month, 2)?, digits(day, 2)?);
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => return None,
    };
    (1..=days).contains(&day).then_some(())
}

/// RFC 3339: a date, a time and its offset.
fn date_time(text: &str) -> Option<()> {
    let (day, time) = text.split_once(['T', 't', ' '])?;
    date(day)?;
    let (time, offset) = if let Some(time) = time.strip_suffix(['Z', 'z']) {
        (time, 0)
    } else {
        let at = time.rfind(['+', '-'])?;
        let (time, offset) = time.split_at(at);
        let [hours, minutes] = parts(&offset[1..], ':')?;
        let (hours, minutes) = (digits(hours, 2)?, digits(minutes, 2)?);
        if hours > 23 || minutes > 59 {
            return None;
        }
        let offset_minutes = hours * 60 + minutes;
        (time, if offset.starts_with('-') { -offset_minutes } else { offset_minutes })
    };
    let (time, fraction) = time.split_once('.').unwrap_or((time, "0"));
    if fraction.is_empty() || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let [hours, minutes, seconds] = parts(time, ':')?;
    let (hours, minutes, seconds) = (digits(hours, 2)?, digits(minutes, 2)?, digits(seconds, 2)?);
    // A leap second is the last of a day in UTC.
    let utc = (hours * 60 + minutes - offset).rem_euclid(24 * 60);
    let last_second = if utc == 24 * 60 - 1 { 60 } else { 59 };
    (hours <= 23 && minutes <= 59 && seconds <= last_second).then_some(())
}

fn parts<const N: usize>(text: &str, separator: char) -> Option<[&str; N]> {
    text.split(separator).collect::<Vec<_>>().try_into().ok()
}

/// Exactly so many digits.
fn digits(text: &str, count: usize) -> Option<i32> {
    if text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit()) {
        text.parse().ok()
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(format: Format, good: &[&str], bad: &[&str]) {
        for text in good {
            assert!(format.accepts(text), "{text:?} is {}", format.in_words());
        }
        for text in bad {
            assert!(!format.accepts(text), "{text:?} is not {}", format.in_words());
        }
    }

    #[test]
    fn emails() {
        check(
            Format::Email,
            &[
                "ada@example.org",
                "a.b+c@x.y.example",
                "o'hara@example.org",
                "ada@localhost",
                "ü@bücher.example",
            ],
            &[
                "",
                "no-at",
                "@example.org",
                "ada@",
                "a@b@c",
                "a b@c.org",
                "a@b..c",
                ".a@b.c",
                "a@-b.c",
                "a@b.c\n",
                "<a@b.c>",
            ],
        );
    }

    #[test]
    fn uris() {
        check(
            Format::Uri,
            &[
                "https://example.org",
                "http://[::1]:80/x?y=1#z",
                "mailto:a@b.c",
                "urn:isbn:1",
                "file:///tmp/x",
                "s3://b/k%20x",
            ],
            &[
                "",
                "example.org",
                "/relative",
                "https://",
                "https:///x",
                "https:x",
                ":x",
                "1a:b",
                "http://a b",
                "x:%zz",
                "x:%2",
                "x:ü",
                "C:\\x",
            ],
        );
    }

    #[test]
    fn dates() {
        check(
            Format::Date,
            &["2026-02-28", "2024-02-29", "2000-02-29", "0001-01-01"],
            &[
                "",
                "2025-02-30",
                "2026-02-29",
                "1900-02-29",
                "2026-13-01",
                "2026-00-01",
                "2026-01-00",
                "2026-1-1",
                "26-01-01",
                "2026-01-01T",
                "2026/01/01",
                "+026-01-01",
            ],
        );
    }

    #[test]
    fn times() {
        check(
            Format::DateTime,
            &[
                "2026-02-28T09:30:00Z",
                "2026-02-28t09:30:00.25z",
                "2026-02-28 09:30:00+02:00",
                "1990-12-31T15:59:60-08:00",
            ],
            &[
                "",
                "2026-02-28",
                "2026-02-28T09:30:00",
                "2026-02-28T09:30Z",
                "2026-02-30T09:30:00Z",
                "2026-02-28T24:00:00Z",
                "2026-02-28T09:60:00Z",
                "2026-02-28T09:30:60Z",
                "2026-02-28T09:30:00+24:00",
                "2026-02-28T09:30:00.Z",
                "2026-02-28T09:30:00+2",
                "2026-02-28T-1:30:00Z",
            ],
        );
    }
}
