use std::collections::HashMap;
use std::sync::Mutex;

use crate::ctx::state::lock;

/// How many resources a session may subscribe to.
const MOST: usize = 1000;

/// The resources that a session hears of: as its client wrote the URI, and as the server has it.
#[derive(Debug, Default)]
pub(crate) struct ResourceSubscriptions(Mutex<Option<HashMap<String, String>>>);

impl ResourceSubscriptions {
    /// Those of a session that ends with its request, which would never hear of anything.
    pub(crate) fn never() -> Self {
        Self(Mutex::new(None))
    }

    /// Those of a session that lasts.
    pub(crate) fn new() -> Self {
        Self(Mutex::new(Some(HashMap::new())))
    }

    /// Adds one, or says why not.
    pub(crate) fn add(&self, requested: String, uri: String) -> Result<(), &'static str> {
        let mut subscriptions = lock(&self.0);
        let Some(subscriptions) = &mut *subscriptions else {
            return Err("a subscription needs a session: send `initialize` first");
        };
        if subscriptions.len() >= MOST && !subscriptions.contains_key(&requested) {
            return Err("the session has too many subscriptions");
        }
        subscriptions.insert(requested, uri);
        Ok(())
    }

    pub(crate) fn remove(&self, requested: &str) {
        if let Some(subscriptions) = &mut *lock(&self.0) {
            subscriptions.remove(requested);
        }
    }

    /// How the client wrote the URI, in every way that it did.
    pub(crate) fn of(&self, uri: &str) -> Vec<String> {
        let subscriptions = lock(&self.0);
        let all = subscriptions.iter().flatten();
        all.filter(|(_, other)| *other == uri).map(|(requested, _)| requested.clone()).collect()
    }
}
