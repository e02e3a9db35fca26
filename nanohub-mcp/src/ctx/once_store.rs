use std::collections::HashMap;
use std::fmt;
use std::future::{Future, ready};
use std::pin::Pin;
use std::sync::Mutex;
use std::time::Duration;

use tokio::time::Instant;

use crate::ctx::state::lock;

/// What a [`OnceStore`] answers with.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Remembers, outside of any call, which [`once`](crate::Ctx::once) steps have run.
///
/// Results of steps travel with the client, so they are lost where a request is sent again with what it
/// carried *before* the step: a client that lost the response, or a replay. With a store the step is found to
/// have run. For more than one server process it has to be one that they share, such as a database.
///
/// Keys are unique to a call and a step; 10 minutes after the last round of a call nobody can ask for its
/// keys any more.
///
/// What no store can know is a *first* request that is sent again: it is another call. Give the other side an
/// idempotency key of its own where that matters.
pub trait OnceStore: Send + Sync + 'static {
    /// Claims a step before it runs.
    fn begin<'a>(&'a self, key: &'a str) -> StoreFuture<'a, Claim>;

    /// Records the result of a step that was claimed, as JSON text.
    fn finish<'a>(&'a self, key: &'a str, result: &'a str) -> StoreFuture<'a, ()>;

    /// Gives a claim back: the step failed and may run again.
    fn abandon<'a>(&'a self, key: &'a str) -> StoreFuture<'a, ()>;
}

/// What a store knows of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// Nothing, until now: the step may run.
    New,
    /// It has run, with this result as JSON text.
    Done(String),
    /// It was begun, and nobody knows how it ended: it runs elsewhere, or its process died. It does not run
    /// again.
    Begun,
}

/// A [`OnceStore`] in the memory of this process.
#[derive(Default)]
pub struct MemoryOnceStore(Mutex<HashMap<String, (Instant, Option<String>)>>);

/// Twice as long as any state of a call is good.
const KEPT: Duration = Duration::from_secs(20 * 60);

impl OnceStore for MemoryOnceStore {
    fn begin<'a>(&'a self, key: &'a str) -> StoreFuture<'a, Claim> {
        let now = Instant::now();
        let mut steps = lock(&self.0);
        let claim = match steps.get(key) {
            Some((_, Some(result))) => Claim::Done(result.clone()),
            Some((_, None)) => Claim::Begun,
            None => {
                // Looking through all of them is for when one is added, which is rarer than looking one up.
                steps.retain(|_, (since, _)| now.duration_since(*since) < KEPT);
                steps.insert(key.to_owned(), (now, None));
                Claim::New
            }
        };
        Box::pin(ready(claim))
    }

    fn finish<'a>(&'a self, key: &'a str, result: &'a str) -> StoreFuture<'a, ()> {
        lock(&self.0).insert(key.to_owned(), (Instant::now(), Some(result.to_owned())));
        Box::pin(ready(()))
    }

    fn abandon<'a>(&'a self, key: &'a str) -> StoreFuture<'a, ()> {
        lock(&self.0).remove(key);
        Box::pin(ready(()))
    }
}

impl fmt::Debug for MemoryOnceStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MemoryOnceStore")
    }
}
