//! URI templates: literal text with variables, each of which is one segment (RFC 6570, level 1).

use crate::percent::decode;

/// A template, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Template {
    /// Before the first variable.
    head: String,
    /// Every variable, and the text between it and the next one.
    parts: Vec<(String, String)>,
}

impl Template {
    /// Takes a template apart, or says what is wrong with it.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut pieces = text.split('{');
        let head = pieces.next().unwrap_or_default().to_owned();
        let mut parts: Vec<(String, String)> = Vec::new();
        if head.contains('}') {
            return Err("a `}` without its `{`".into());
        }
        for piece in pieces {
            let Some((name, literal)) = piece.split_once('}') else {
                return Err("a `{` without its `}`".into());
            };
            if literal.contains('}') {
                return Err("a `}` without its `{`".into());
            }
            if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
                return Err(format!("`{{{name}}}`: a variable is a plain name (RFC 6570, level 1)"));
            }
            if parts.iter().any(|(other, _)| other == name) {
                return Err(format!("`{{{name}}}` is there twice"));
            }
            if parts.last().is_some_and(|(_, literal)| literal.is_empty()) {
                return Err(format!("nothing tells where the variable before `{{{name}}}` ends"));
            }
            parts.push((name.to_owned(), literal.to_owned()));
        }
        Ok(Self { head, parts })
    }

    /// The variables, in their order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().map(|(name, _)| name.as_str())
    }

    /// How much of it is literal: of two templates that match, the one that says more is meant.
    pub(crate) fn literal_len(&self) -> usize {
        self.head.len() + self.parts.iter().map(|(_, literal)| literal.len()).sum::<usize>()
    }

    /// The template without the names of its variables: two that are equal then match the same URIs.
    pub(crate) fn shape(&self) -> String {
        let literals = self.parts.iter().map(|(_, literal)| literal.as_str());
        std::iter::once(self.head.as_str()).chain(literals).collect::<Vec<_>>().join("{}")
    }

    /// The values of the variables in a URI, with their escapes resolved; `None` where it does not match.
    ///
    /// The first place where the text after a variable occurs is where the variable ends. Variables hold
    /// no slash, so no later place could fit where the first one does not.
    pub(crate) fn matches(&self, uri: &str) -> Option<Vec<String>> {
        let mut rest = uri.strip_prefix(self.head.as_str())?;
        let mut values = Vec::with_capacity(self.parts.len());
        let last = self.parts.len().checked_sub(1);
        for (index, (_, literal)) in self.parts.iter().enumerate() {
            let value;
            if Some(index) == last {
                value = rest.strip_suffix(literal.as_str())?;
                rest = "";
            } else {
                // A variable is not empty.
                let first = rest.chars().next()?.len_utf8();
                let end = rest[first..].find(literal.as_str())? + first;
                value = &rest[..end];
                rest = &rest[end + literal.len()..];
            }
            values.push(segment(value)?);
        }
        rest.is_empty().then_some(values)
    }
}

/// A variable's value. It is one segment, escaped or not: functions make paths of it, and a value must not
/// lead out of the directory that they have in mind.
fn segment(text: &str) -> Option<String> {
    if text.is_empty() || text.contains(['/', '?', '#']) {
        return None;
    }
    let value = decode(text)?;
    let leads_away = value.contains(['/', '\\', '\0']) || value == "." || value == "..";
    (!leads_away).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matched(template: &str, uri: &str) -> Option<Vec<String>> {
        Template::parse(template).unwrap().matches(uri)
    }

    fn values(values: &[&str]) -> Vec<String> {
        values.iter().map(|value| (*value).to_owned()).collect()
    }

    #[test]
    fn variables_are_segments() {
        assert_eq!(matched("test://t/{id}/data", "test://t/123/data"), Some(values(&["123"])));
        assert_eq!(matched("test://t/{id}/data", "test://t/a%20b/data"), Some(values(&["a b"])));
        assert_eq!(matched("run://{user}/{file}.csv", "run://ada/x.y.csv"), Some(values(&["ada", "x.y"])));
        assert_eq!(matched("x:{a}-{b}", "x:1-2-3"), Some(values(&["1", "2-3"])));
        assert_eq!(matched("x:{a}{}".replace("{}", "b").as_str(), "x:bb"), Some(values(&["b"])));
        for (template, uri) in [
            ("test://t/{id}/data", "test://t//data"),
            ("test://t/{id}/data", "test://t/1/2/data"),
            ("test://t/{id}/data", "test://t/1/data/"),
            ("test://t/{id}", "test://t/1?x=2"),
            ("test://t/{id}", "test://t/%zz"),
            ("x:{a}b{c}", "x:bb"),
        ] {
            assert_eq!(matched(template, uri), None, "{template} {uri}");
        }
    }

    #[test]
    fn no_value_leads_out_of_a_directory() {
        for value in ["..", "%2e%2e", ".", "..%2F..%2Fetc", "%2Fetc", "..%5Cx", "a%00b", "a/../b"] {
            assert_eq!(matched("file:///data/{name}", &format!("file:///data/{value}")), None, "{value}");
        }
        assert_eq!(matched("file:///data/{name}", "file:///data/..x"), Some(values(&["..x"])));
    }

    #[test]
    fn other_templates_are_refused() {
        for template in
            ["a://{", "a://}", "a://{+x}", "a://{x,y}", "a://{x}{y}", "a://{x}/{x}", "a://{}", "a://{x}}"]
        {
            assert!(Template::parse(template).is_err(), "{template}");
        }
        assert_eq!(Template::parse("a://{x}/b").unwrap().shape(), "a://{}/b");
    }
}
