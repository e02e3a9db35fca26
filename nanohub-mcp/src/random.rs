//! Names that nobody can guess.

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine as _};

/// 128 random bits from the operating system, as 22 characters that a header and a URL can carry.
///
/// # Panics
///
/// Where the operating system has no randomness to give: a server cannot run safely without.
pub(crate) fn token() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the operating system provides randomness");
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}
