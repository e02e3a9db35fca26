use std::fmt;

use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use base64::prelude::Engine as _;

/// Environment variable with the keys: base64, separated by commas.
pub(crate) const VARIABLE: &str = "NANOHUB_MCP_STATE_KEYS";

/// A key that seals what clients carry between rounds: 32 bytes.
///
/// Replicas share their keys, or a client's next round may reach one that cannot read its state.
#[derive(Clone)]
pub struct StateKey(pub(crate) [u8; 32]);

/// Why a text is no key. Says nothing of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a state key is 32 bytes as base64 (such as `openssl rand -base64 32` prints)")]
pub struct InvalidStateKey;

impl StateKey {
    /// A key from its bytes.
    #[must_use]
    pub fn new(key: [u8; 32]) -> Self {
        Self(key)
    }

    /// A key from base64, of either alphabet, padded or not.
    ///
    /// # Errors
    ///
    /// Where the text is not base64 of exactly 32 bytes.
    pub fn from_base64(text: &str) -> Result<Self, InvalidStateKey> {
        let config = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
        let text = text.trim();
        [alphabet::STANDARD, alphabet::URL_SAFE]
            .iter()
            .find_map(|alphabet| GeneralPurpose::new(alphabet, config).decode(text).ok())
            .and_then(|key| key.try_into().ok())
            .map(Self)
            .ok_or(InvalidStateKey)
    }

    /// The keys of a list, as the environment holds it.
    pub(crate) fn list(text: &str) -> Result<Vec<Self>, InvalidStateKey> {
        text.split(',').map(Self::from_base64).collect()
    }

    /// A key that no other process has.
    pub(crate) fn random() -> Self {
        let mut key = [0; 32];
        getrandom::fill(&mut key).expect("the operating system provides randomness");
        Self(key)
    }
}

impl fmt::Debug for StateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StateKey(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_in_every_spelling() {
        let standard = "+/+/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
        let url_safe = "-_-_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
        let keys = StateKey::list(&format!("{standard}, {url_safe}")).unwrap();
        assert_eq!(keys[0].0, keys[1].0);
        assert_eq!(format!("{:?}", keys[0]), "StateKey(..)");
    }

    #[test]
    fn malformed_keys_are_refused() {
        for bad in
            ["", "short", "AAAA", "x".repeat(44).as_str(), "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=,"]
        {
            assert!(StateKey::list(bad).is_err(), "{bad}");
        }
    }
}
