use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine as _};
use chacha20poly1305::aead::{Aead as _, Payload};
use chacha20poly1305::{KeyInit as _, XChaCha20Poly1305, XNonce};

use crate::stateless::keys::StateKey;

/// Tells this layout from later ones.
const VERSION: &str = "v1.";

/// Length of a nonce, long enough to be drawn at random without end.
const NONCE: usize = 24;

/// Seals what clients carry between rounds: they can neither read it nor change it.
///
/// The first key seals, all of them open, so that keys can be changed while clients hold older states.
pub(crate) struct Seal {
    ciphers: Vec<XChaCha20Poly1305>,
}

impl Seal {
    /// With these keys, of which there is at least one.
    pub(crate) fn new(keys: &[StateKey]) -> Self {
        Self { ciphers: keys.iter().map(|StateKey(key)| XChaCha20Poly1305::new(key.into())).collect() }
    }

    /// Seals a text for one context, without which it cannot be opened.
    pub(crate) fn seal(&self, context: &[u8], plain: &[u8]) -> String {
        let mut sealed = vec![0; NONCE];
        getrandom::fill(&mut sealed).expect("the operating system provides randomness");
        let nonce = XNonce::try_from(&sealed[..]).expect("the length is right");
        let payload = Payload { msg: plain, aad: context };
        let cipher = self.ciphers.first().expect("a seal has a key");
        sealed.extend(cipher.encrypt(&nonce, payload).expect("states are far below the cipher's limit"));
        let mut text = String::from(VERSION);
        BASE64_URL_SAFE_NO_PAD.encode_string(sealed, &mut text);
        text
    }

    /// Opens what was sealed for that context. Why it cannot be opened is nobody's business.
    pub(crate) fn open(&self, context: &[u8], text: &str) -> Option<Vec<u8>> {
        // Strict: another spelling of the same bytes is another text.
        let sealed = BASE64_URL_SAFE_NO_PAD.decode(text.strip_prefix(VERSION)?).ok()?;
        let (nonce, sealed) = sealed.split_at_checked(NONCE)?;
        let nonce = XNonce::try_from(nonce).ok()?;
        self.ciphers
            .iter()
            .find_map(|cipher| cipher.decrypt(&nonce, Payload { msg: sealed, aad: context }).ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seal(keys: &[u8]) -> Seal {
        Seal::new(&keys.iter().map(|key| StateKey::new([*key; 32])).collect::<Vec<_>>())
    }

    #[test]
    fn only_the_same_context_and_key_open_it() {
        let sealed = seal(&[1]).seal(b"a", b"secret");
        assert_eq!(seal(&[1]).open(b"a", &sealed).as_deref(), Some(&b"secret"[..]));
        assert_eq!(seal(&[2, 1]).open(b"a", &sealed).as_deref(), Some(&b"secret"[..]));
        assert_eq!(seal(&[1]).open(b"b", &sealed), None);
        assert_eq!(seal(&[2]).open(b"a", &sealed), None);
        assert_ne!(seal(&[1]).seal(b"a", b"secret"), sealed, "no nonce twice");
    }

    #[test]
    fn no_other_text_opens() {
        let seal = seal(&[1]);
        let sealed = seal.seal(b"a", b"secret");
        for (place, _) in sealed.char_indices() {
            for other in ['A', 'B', '-', '.', '='] {
                let mut text = sealed.clone();
                text.replace_range(place..=place, other.encode_utf8(&mut [0; 4]));
                assert!(text == sealed || seal.open(b"a", &text).is_none(), "{place} {other}");
            }
            assert_eq!(seal.open(b"a", &sealed[..place]), None);
        }
        for other in [format!("{sealed}-TAMPERED"), format!("{sealed}="), format!("v0{}", &sealed[2..])] {
            assert_eq!(seal.open(b"a", &other), None, "{other}");
        }
    }
}
