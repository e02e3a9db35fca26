//! Names of what must not go through a form (2025-11-25, elicitation, *Security Considerations*: a server
//! must not ask for secrets in form mode).

const SECRETS: [&str; 6] = ["password", "passphrase", "secret", "api_key", "access_token", "private_key"];

/// The secret that a name looks like.
pub(crate) fn secret(name: &str) -> Option<&'static str> {
    let plain = |name: &str| name.replace(['_', '-', ' '], "").to_lowercase();
    let name = plain(name);
    SECRETS.into_iter().find(|secret| name.ends_with(&plain(secret)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for name in ["password", "db_password", "apiKey", "API-KEY", "client_secret", "github_access_token"] {
            assert!(secret(name).is_some(), "{name}");
        }
        for name in ["password_hint", "token", "key", "secretary", "keyboard"] {
            assert!(secret(name).is_none(), "{name}");
        }
    }
}
