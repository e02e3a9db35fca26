//! URIs as clients send them: with what gateways put in front, and with escapes.

use std::borrow::Cow;

use crate::percent::decode;

/// No URI of a resource is longer.
pub(crate) const LONGEST: usize = 8192;

/// How many ways of reading a URI are tried.
const MOST_FORMS: usize = 8;

/// The URIs that a text may stand for, the likeliest first.
///
/// Gateways put their origin and path in front (`https://hub.example/weber/1/ui://app`), escape the whole
/// (`https://hub.example/ui%3A%2F%2Fapp`) or add a query; what was meant begins behind a slash, with a scheme.
pub(crate) fn forms(text: &str) -> Vec<Cow<'_, str>> {
    if text.len() > LONGEST {
        return Vec::new();
    }
    let mut forms: Vec<Cow<'_, str>> = Vec::new();
    let mut add = |form: Cow<'_, str>| {
        if forms.len() < MOST_FORMS && !forms.contains(&form) {
            forms.push(Cow::Owned(form.into_owned()));
        }
    };
    let plain = without_suffix(text);
    add(text.into());
    add(plain.into());
    for (slash, _) in text.match_indices('/') {
        let rest = &text[slash + 1..];
        if has_scheme(rest) {
            add(rest.into());
            add(without_suffix(rest).into());
        }
    }
    // Escaped as a whole: then the slashes and the colon of the scheme are escapes too.
    for (slash, _) in plain.match_indices('/') {
        let rest = &plain[slash + 1..];
        if rest.contains('%')
            && !rest.contains("://")
            && let Some(decoded) = decode(rest)
            && has_scheme(&decoded)
        {
            add(decoded.into());
        }
    }
    forms
}

/// Without a query and a fragment.
fn without_suffix(uri: &str) -> &str {
    uri.split(['?', '#']).next().unwrap_or(uri)
}

/// Whether a text begins with a scheme and an authority (RFC 3986, 3.1).
fn has_scheme(text: &str) -> bool {
    let Some((scheme, _)) = text.split_once("://") else { return false };
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_gateways_add_is_seen_through() {
        for (sent, meant) in [
            ("config://settings", "config://settings"),
            ("config://settings?v=1", "config://settings"),
            ("https://nanohub.org/config://settings", "config://settings"),
            ("/weber/123/abc/7/config://settings", "config://settings"),
            ("https://hub.example/weber/1/ui://app/main#top", "ui://app/main"),
            ("https://hub.example/ui%3A%2F%2Fapp", "ui://app"),
        ] {
            assert!(forms(sent).iter().any(|form| form == meant), "{sent}: {:?}", forms(sent));
        }
        assert_eq!(forms("config://settings"), ["config://settings"]);
        // Only behind a slash.
        assert!(!forms("xconfig://settings").iter().any(|form| form == "config://settings"));
        assert!(forms(&"a".repeat(LONGEST + 1)).is_empty());
        assert!(forms(&"a://".repeat(2000)).len() <= MOST_FORMS);
    }
}
