use std::io::{self, Write as _};

use tracing_subscriber::EnvFilter;

/// What is logged where `RUST_LOG` does not say.
const DEFAULT: &str = "warn,nanohub_mcp=info";

/// Sends logs to stderr; `false` where the program has done something of its own with them.
pub(super) fn install() -> bool {
    let chosen = std::env::var(EnvFilter::DEFAULT_ENV).unwrap_or_default();
    let (filter, mistake) = filter(&chosen);
    let installed = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        // Plain everywhere: hosts show and keep the stderr of the servers that they start.
        .with_ansi(false)
        // A host may close stderr; that must not end a server that serves.
        .log_internal_errors(false)
        .try_init()
        .is_ok();
    if let Some(mistake) = mistake.filter(|_| installed) {
        tracing::warn!("RUST_LOG is not understood ({mistake}); logging `{DEFAULT}`");
    }
    installed
}

/// The filter, and what is wrong with the one that was chosen.
fn filter(chosen: &str) -> (EnvFilter, Option<String>) {
    if chosen.trim().is_empty() {
        return (EnvFilter::new(DEFAULT), None);
    }
    match EnvFilter::builder().parse(chosen) {
        Ok(filter) => (filter, None),
        Err(error) => (EnvFilter::new(DEFAULT), Some(error.to_string())),
    }
}

/// Tells the operator, whatever is logged.
pub(super) fn tell(text: &str) {
    // Nobody to tell is no reason not to serve.
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_operator_chooses_what_is_logged() {
        assert_eq!(filter("").0.to_string(), EnvFilter::new(DEFAULT).to_string());
        assert_eq!(filter("debug").0.to_string(), "debug");
        let (fallback, mistake) = filter("nanohub_mcp=loud");
        assert_eq!(fallback.to_string(), EnvFilter::new(DEFAULT).to_string());
        assert!(mistake.is_some());
    }

    #[test]
    fn a_second_subscriber_is_no_panic() {
        install();
        assert!(!install());
    }
}
