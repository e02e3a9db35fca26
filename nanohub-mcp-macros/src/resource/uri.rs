//! The URI of a resource, or the template of several.

use syn::LitStr;

use crate::errors::Errors;

/// A URI that was checked.
#[derive(Debug)]
pub(crate) struct Uri {
    pub(crate) literal: LitStr,
    /// Its variables, in their order.
    pub(crate) variables: Vec<String>,
}

impl Uri {
    /// Reads a URI; one thing that is wrong with it is said, on the literal.
    pub(crate) fn new(literal: LitStr, errors: &mut Errors) -> Option<Self> {
        match check_scheme(&literal.value()).and_then(|()| variables(&literal.value())) {
            Ok(variables) => Some(Self { literal, variables }),
            Err(message) => {
                errors.at(&literal, message);
                None
            }
        }
    }

    pub(crate) fn is_template(&self) -> bool {
        !self.variables.is_empty()
    }
}

/// RFC 3986, 3.1.
fn check_scheme(uri: &str) -> Result<(), String> {
    let scheme = uri.split_once(':').map_or("", |(scheme, _)| scheme);
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    if !is_scheme {
        return Err("a URI begins with a scheme: `\"demo://data\"`, with one of your own choice".into());
    }
    if uri.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Err("a URI has no blanks: write `%20`".into());
    }
    Ok(())
}

/// Takes the variables out of a template (RFC 6570, level 1).
fn variables(uri: &str) -> Result<Vec<String>, String> {
    let mut variables: Vec<String> = Vec::new();
    let mut pieces = uri.split('{');
    let head = pieces.next().unwrap_or_default();
    if head.contains('}') {
        return Err("this `}` closes nothing: a variable is written `{id}`".into());
    }
    let mut between = head;
    for piece in pieces {
        let Some((name, literal)) = piece.split_once('}') else {
            return Err(format!("`{{{piece}` is not closed: a variable is written `{{id}}`"));
        };
        if literal.contains('}') {
            return Err("this `}` closes nothing: a variable is written `{id}`".into());
        }
        let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if !starts || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return Err(format!(
                "`{{{name}}}` is no variable: write the name of a parameter, and nothing else (RFC 6570, level 1)"
            ));
        }
        if variables.iter().any(|other| other == name) {
            return Err(format!("`{{{name}}}` is there twice: its two values could differ"));
        }
        if between.is_empty() {
            return Err(format!(
                "nothing tells where the variable before `{{{name}}}` ends: put a `/` or a `-` between"
            ));
        }
        variables.push(name.to_owned());
        between = literal;
    }
    Ok(variables)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates() {
        assert_eq!(variables("a://{x}/{y_2}.csv").unwrap(), ["x", "y_2"]);
        assert!(variables("a://b").unwrap().is_empty());
        for bad in
            ["a://{x", "a://x}", "a://{+x}", "a://{x*}", "a://{x}{y}", "a://{x}/{x}", "a://{}", "a://{1}"]
        {
            assert!(variables(bad).is_err(), "{bad}");
        }
        for bad in ["", "data", "/data", "1a://x", "a b://x", "a://x y"] {
            assert!(check_scheme(bad).is_err(), "{bad}");
        }
    }
}
