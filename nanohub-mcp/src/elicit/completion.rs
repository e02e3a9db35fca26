use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex};

use tokio::sync::Notify;
use tokio::time::{Duration, Instant};

use crate::ctx::state::lock;

/// How long a URL is remembered after it was shown.
const KEPT: Duration = Duration::from_secs(3600);

/// How many are remembered; beyond, the oldest are forgotten.
const CAPACITY: usize = 10_000;

/// Tells a client that what it opened is done.
pub(crate) type Announce = Box<dyn Fn(&str) + Send + Sync>;

/// URLs that users were sent to, and whether what waits there is done.
#[derive(Default)]
pub(crate) struct Completions {
    shown: Mutex<HashMap<String, Shown>>,
}

struct Shown {
    since: Instant,
    done: bool,
    notify: Arc<Notify>,
    announce: Option<Announce>,
}

impl Completions {
    /// Notes that a URL is shown.
    pub(crate) fn show(&self, id: &str, announce: Option<Announce>) {
        let now = Instant::now();
        let mut shown = lock(&self.shown);
        if shown.len() >= CAPACITY {
            shown.retain(|_, entry| now.duration_since(entry.since) < KEPT);
        }
        if shown.len() >= CAPACITY
            && let Some(oldest) = shown.iter().min_by_key(|(_, entry)| entry.since).map(|(id, _)| id.clone())
        {
            shown.remove(&oldest);
        }
        shown.entry(id.to_owned()).or_insert_with(|| Shown {
            since: now,
            done: false,
            notify: Arc::default(),
            announce,
        });
    }

    /// Notes that it is done, and says so once to whoever was sent there. Unknown ids are nobody's.
    pub(crate) fn complete(&self, id: &str) -> bool {
        let (notify, announce) = {
            let mut shown = lock(&self.shown);
            let Some(entry) = shown.get_mut(id) else { return false };
            entry.done = true;
            (Arc::clone(&entry.notify), entry.announce.take())
        };
        if let Some(announce) = announce {
            announce(id);
        }
        notify.notify_waiters();
        true
    }

    /// Whether it is done.
    pub(crate) fn is_complete(&self, id: &str) -> bool {
        lock(&self.shown).get(id).is_some_and(|entry| entry.done)
    }

    /// Resolves once it is done; never for an id that was not shown.
    pub(crate) async fn completed(&self, id: &str) {
        let Some(notify) = lock(&self.shown).get(id).map(|entry| Arc::clone(&entry.notify)) else {
            return std::future::pending().await;
        };
        // Registered before the look, so that a completion between the two is not missed.
        let mut notified = std::pin::pin!(notify.notified());
        notified.as_mut().enable();
        if !self.is_complete(id) {
            notified.await;
        }
    }
}

impl fmt::Debug for Completions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Completions")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[tokio::test]
    async fn completion_is_announced_once_and_wakes_who_waits() {
        let completions = Completions::default();
        let announced = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&announced);
        let announce: Announce = Box::new(move |_| {
            count.fetch_add(1, Ordering::Relaxed);
        });
        completions.show("a", Some(announce));
        assert!(!completions.complete("unknown"));
        assert!(!completions.is_complete("a"));
        let (done, ()) = tokio::join!(
            async { completions.complete("a") && completions.complete("a") },
            completions.completed("a")
        );
        assert!(done);
        completions.completed("a").await;
        assert_eq!(announced.load(Ordering::Relaxed), 1);
    }
}
