use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::time::Instant;

use crate::ctx::state::lock;
use crate::session::Session;

/// A power of two, so that a hash picks a shard by its low bits.
const SHARDS: usize = 16;

/// How long a client may take to come back after its handshake: one that vanished must not take the place of
/// others for as long as an idle one may.
const HANDSHAKE: Duration = Duration::from_secs(5 * 60);

/// The sessions of a server, by id.
#[derive(Debug)]
pub(crate) struct Sessions {
    shards: [Mutex<HashMap<Arc<str>, Arc<Session>>>; SHARDS],
    hasher: RandomState,
    count: AtomicUsize,
    max: usize,
    idle: Duration,
}

/// There are as many sessions as there may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many sessions are open; try again later")]
pub(crate) struct TooManySessions;

impl Sessions {
    pub(crate) fn new(max: usize, idle: Duration) -> Self {
        Self { shards: Default::default(), hasher: RandomState::new(), count: AtomicUsize::new(0), max, idle }
    }

    /// Adds a session under its id.
    pub(crate) fn insert(&self, id: Arc<str>, session: Arc<Session>) -> Result<(), TooManySessions> {
        // Counted before it is there, so that many at once cannot get past the limit.
        if self.count.fetch_add(1, Ordering::AcqRel) >= self.max {
            self.sweep();
            if self.count.load(Ordering::Acquire) > self.max {
                self.count.fetch_sub(1, Ordering::AcqRel);
                return Err(TooManySessions);
            }
        }
        lock(self.shard(&id)).insert(id, session);
        Ok(())
    }

    /// Puts another session in the place of one; `false` where that has ended by now.
    pub(crate) fn replace(&self, id: &Arc<str>, session: Arc<Session>) -> bool {
        match lock(self.shard(id)).get_mut(id) {
            Some(old) => {
                *old = session;
                true
            }
            None => false,
        }
    }

    /// The session of that id, unless it has been idle for too long.
    pub(crate) fn get(&self, id: &str) -> Option<Arc<Session>> {
        let session = lock(self.shard(id)).get(id).cloned()?;
        if self.is_stale(&session, Instant::now()) {
            self.remove(id);
            return None;
        }
        Some(session)
    }

    /// Takes a session out and ends it.
    pub(crate) fn remove(&self, id: &str) -> bool {
        let Some(session) = lock(self.shard(id)).remove(id) else { return false };
        self.count.fetch_sub(1, Ordering::AcqRel);
        session.end();
        true
    }

    /// Ends the sessions that have been idle for too long; the others let old events go.
    pub(crate) fn sweep(&self) {
        let now = Instant::now();
        for shard in &self.shards {
            let mut stale = Vec::new();
            lock(shard).retain(|_, session| {
                let gone = self.is_stale(session, now);
                if gone {
                    stale.push(Arc::clone(session));
                } else if let Some(history) = &session.history {
                    history.sweep(now);
                }
                !gone
            });
            self.count.fetch_sub(stale.len(), Ordering::AcqRel);
            for session in stale {
                session.end();
            }
        }
    }

    /// Ends all sessions.
    pub(crate) fn end(&self) {
        for session in self.all() {
            session.end();
        }
    }

    /// All sessions.
    pub(crate) fn all(&self) -> Vec<Arc<Session>> {
        self.shards.iter().flat_map(|shard| lock(shard).values().cloned().collect::<Vec<_>>()).collect()
    }

    /// How many sessions there are.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.count.load(Ordering::Acquire)
    }

    fn is_stale(&self, session: &Session, now: Instant) -> bool {
        let patience = if session.was_used() { self.idle } else { self.idle.min(HANDSHAKE) };
        session.idle_since().is_some_and(|since| now.duration_since(since) >= patience)
    }

    fn shard(&self, id: &str) -> &Mutex<HashMap<Arc<str>, Arc<Session>>> {
        #[allow(clippy::cast_possible_truncation, reason = "the low bits are what is wanted")]
        let hash = self.hasher.hash_one(id) as usize;
        &self.shards[hash & (SHARDS - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ctx::caller::Caller;

    fn session() -> Arc<Session> {
        Arc::new(Session::new(Caller::anonymous()))
    }

    #[tokio::test(start_paused = true)]
    async fn idle_sessions_end_and_busy_ones_stay() {
        let sessions = Sessions::new(10, Duration::from_secs(60));
        let busy = session();
        sessions.insert("busy".into(), Arc::clone(&busy)).unwrap();
        sessions.insert("idle".into(), session()).unwrap();
        let hold = busy.hold();
        tokio::time::advance(Duration::from_secs(3600)).await;
        assert!(sessions.get("idle").is_none());
        assert!(sessions.get("busy").is_some());
        drop(hold);
        tokio::time::advance(Duration::from_secs(59)).await;
        assert!(sessions.get("busy").is_some());
        tokio::time::advance(Duration::from_secs(1)).await;
        assert!(sessions.get("busy").is_none());
        assert_eq!(sessions.len(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn a_full_store_makes_room_by_ending_what_is_idle() {
        let sessions = Sessions::new(2, Duration::from_secs(60));
        sessions.insert("a".into(), session()).unwrap();
        sessions.insert("b".into(), session()).unwrap();
        assert_eq!(sessions.insert("c".into(), session()), Err(TooManySessions));
        assert_eq!(sessions.len(), 2);
        tokio::time::advance(Duration::from_secs(60)).await;
        sessions.insert("c".into(), session()).unwrap();
        assert_eq!(sessions.len(), 1);
    }
}
