//! Names of types and variants as they look on the wire.

use proc_macro2::Ident;
use syn::ext::IdentExt as _;

/// `LongRun` as `long_run`, `HTTPPort` as `http_port`, `V100Large` as `v100_large`.
pub(crate) fn snake(ident: &Ident) -> String {
    let name: Vec<char> = ident.unraw().to_string().chars().collect();
    let mut snake = String::new();
    for (i, &c) in name.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| name[i]);
        let starts_word = c.is_uppercase()
            && before.is_some_and(|before| {
                let ends_acronym = before.is_uppercase() && name.get(i + 1).is_some_and(|c| c.is_lowercase());
                before.is_lowercase() || before.is_numeric() || ends_acronym
            });
        if starts_word {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use quote::format_ident;

    use super::*;

    #[test]
    fn words() {
        for (name, expected) in [
            ("Standby", "standby"),
            ("LongRun", "long_run"),
            ("URL", "url"),
            ("HTTPPort", "http_port"),
            ("V100Large", "v100_large"),
            ("Gpu2", "gpu2"),
            ("Already_Split", "already_split"),
            ("ÜberLang", "über_lang"),
            ("r#Type", "type"),
        ] {
            let ident: Ident = match name.strip_prefix("r#") {
                Some(raw) => Ident::new_raw(raw, proc_macro2::Span::call_site()),
                None => format_ident!("{name}"),
            };
            assert_eq!(snake(&ident), expected);
        }
    }
}
