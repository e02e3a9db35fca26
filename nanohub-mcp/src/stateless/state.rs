use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};

use crate::ctx::journal::Journal;
use crate::stateless::seal::Seal;

/// How long a client may take to come back with answers.
const LIFETIME: Duration = Duration::from_secs(10 * 60);

/// Clocks of replicas may differ by this much.
const SKEW: Duration = Duration::from_secs(60);

/// How long a sealed state may be.
pub(crate) const MAX_LENGTH: usize = 32 << 10;

/// How many rounds a call may take: clients give up after as many.
pub(crate) const MAX_ROUNDS: u8 = 10;

/// What a client carries from one round of a call to the next: `requestState`.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct RequestState {
    /// Seconds since 1970 at which it was sealed.
    issued: u64,
    /// Rounds that have ended.
    pub(crate) round: u8,
    pub(crate) journal: Journal,
}

/// What a state is bound to: it opens for the same request of the same principal only.
#[derive(Debug)]
pub(crate) struct Binding(Vec<u8>);

impl Binding {
    pub(crate) fn new(
        audience: &str,
        principal: Option<&str>,
        method: &str,
        name: &str,
        arguments: Option<&RawValue>,
    ) -> Self {
        let mut hash = Sha256::new();
        // Lengths keep the parts apart.
        for part in [audience, principal.unwrap_or_default(), method, name] {
            hash.update(part.len().to_le_bytes());
            hash.update(part);
        }
        hash.update([u8::from(principal.is_some())]);
        let arguments = arguments.map_or("{}", RawValue::get);
        // A client may write the same arguments in another order the next time.
        let arguments: Value = serde_json::from_str(arguments).unwrap_or_default();
        let mut text = String::new();
        canonical(&arguments, &mut text);
        hash.update(text);
        Self(hash.finalize().to_vec())
    }
}

/// Writes JSON with members in one order.
fn canonical(value: &Value, out: &mut String) {
    match value {
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_unstable_by_key(|(key, _)| *key);
            out.push('{');
            for (key, value) in members {
                out.push_str(&Value::from(key.as_str()).to_string());
                out.push(':');
                canonical(value, out);
                out.push(',');
            }
            out.push('}');
        }
        Value::Array(items) => {
            out.push('[');
            for item in items {
                canonical(item, out);
                out.push(',');
            }
            out.push(']');
        }
        scalar => out.push_str(&scalar.to_string()),
    }
}

impl RequestState {
    pub(crate) fn new(round: u8, journal: Journal) -> Self {
        Self { issued: now(), round, journal }
    }

    /// Seals the state of a round that ends, or `None` where there is too much of it.
    pub(crate) fn seal(&self, seal: &Seal, binding: &Binding) -> Option<String> {
        let plain = serde_json::to_vec(self).expect("a journal serialises");
        let sealed = seal.seal(&binding.0, &plain);
        (sealed.len() <= MAX_LENGTH).then_some(sealed)
    }

    /// Opens what a client brings back; `None` for whatever is wrong with it.
    pub(crate) fn open(text: &str, seal: &Seal, binding: &Binding) -> Option<Self> {
        if text.len() > MAX_LENGTH {
            return None;
        }
        let plain = seal.open(&binding.0, text)?;
        let state: Self = serde_json::from_slice(&plain).ok()?;
        let now = now();
        let fresh = state.issued <= now + SKEW.as_secs() && now <= state.issued + LIFETIME.as_secs();
        fresh.then_some(state)
    }
}

/// Seconds since 1970. A clock before that says 0, and every state is then too old or too new.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stateless::keys::StateKey;

    fn seal() -> Seal {
        Seal::new(&[StateKey::new([7; 32])])
    }

    fn binding(principal: Option<&str>, name: &str, arguments: &str) -> Binding {
        let arguments: Box<RawValue> = serde_json::from_str(arguments).unwrap();
        Binding::new("server", principal, "tools/call", name, Some(&arguments))
    }

    #[test]
    fn a_state_is_bound_to_its_request() {
        let state = RequestState::new(1, Journal::default());
        let sealed = state.seal(&seal(), &binding(None, "t", r#"{"a":1,"b":[2]}"#)).unwrap();
        let open = |binding: &Binding| RequestState::open(&sealed, &seal(), binding).is_some();
        assert!(open(&binding(None, "t", r#"{ "b": [2], "a": 1 }"#)));
        assert!(!open(&binding(None, "t", r#"{"a":2,"b":[2]}"#)));
        assert!(!open(&binding(None, "u", r#"{"a":1,"b":[2]}"#)));
        assert!(!open(&binding(Some(""), "t", r#"{"a":1,"b":[2]}"#)));
        assert!(!open(&binding(Some("eve"), "t", r#"{"a":1,"b":[2]}"#)));
    }

    #[test]
    fn a_state_grows_old() {
        let binding = binding(None, "t", "{}");
        let sealed = |issued: u64| {
            let state = RequestState { issued, ..RequestState::default() };
            seal().seal(&binding.0, &serde_json::to_vec(&state).unwrap())
        };
        let open = |issued: u64| RequestState::open(&sealed(issued), &seal(), &binding).is_some();
        assert!(open(now()) && open(now() - 599) && open(now() + 30));
        assert!(!open(now() - 602) && !open(now() + 120) && !open(0));
    }

    #[test]
    fn a_state_that_is_too_long_is_neither_made_nor_read() {
        let mut state = RequestState::new(1, Journal::default());
        let step = serde_json::value::to_raw_value(&"x".repeat(MAX_LENGTH)).unwrap();
        state.journal.finish_step("k", step);
        let binding = binding(None, "t", "{}");
        assert_eq!(state.seal(&seal(), &binding), None);
        assert!(RequestState::open(&"v".repeat(MAX_LENGTH + 1), &seal(), &binding).is_none());
    }
}
