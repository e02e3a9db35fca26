//! Names of what must not go through a form (2025-11-25, elicitation, *Security Considerations*: a server
//! must not ask for secrets in form mode).

const SECRETS: [&str; 6] = ["password", "passphrase", "secret", "api_key", "access_token", "private_key"];

/// Whether a name looks like that of a secret.
pub(crate) fn is_secret(name: &str) -> bool {
    let plain = |name: &str| name.replace(['_', '-', ' '], "").to_lowercase();
    let name = plain(name);
    SECRETS.into_iter().any(|secret| name.ends_with(&plain(secret)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for name in ["password", "db_password", "apiKey", "API-KEY", "client_secret", "github_access_token"] {
            assert!(is_secret(name), "{name}");
        }
        for name in ["password_hint", "token", "key", "secretary", "keyboard"] {
            assert!(!is_secret(name), "{name}");
        }
    }
}
