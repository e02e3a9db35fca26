use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tokio::time::Instant;

use crate::ctx::state::lock;

/// What goes on in a session, and when something last did.
#[derive(Debug)]
pub(crate) struct Activity {
    /// Requests, questions and streams that are open.
    open: AtomicUsize,
    /// Whether the client came back after its handshake.
    used: AtomicBool,
    last_used: Mutex<Instant>,
}

impl Activity {
    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self {
            open: AtomicUsize::new(0),
            used: AtomicBool::new(false),
            last_used: Mutex::new(Instant::now()),
        })
    }

    /// Notes that something is open for as long as the guard lives.
    pub(super) fn hold(self: &Arc<Self>) -> Hold {
        self.open.fetch_add(1, Ordering::Relaxed);
        self.used.store(true, Ordering::Relaxed);
        Hold(Arc::clone(self))
    }

    /// Since when nothing has been open, where nothing is.
    pub(super) fn idle_since(&self) -> Option<Instant> {
        (self.open.load(Ordering::Relaxed) == 0).then(|| *lock(&self.last_used))
    }

    /// Whether the client came back after its handshake.
    pub(super) fn was_used(&self) -> bool {
        self.used.load(Ordering::Relaxed)
    }
}

/// Something of a session that is open.
#[derive(Debug)]
pub(crate) struct Hold(Arc<Activity>);

impl Drop for Hold {
    fn drop(&mut self) {
        // The idle clock starts when the last thing closes, not when the last request came.
        *lock(&self.0.last_used) = Instant::now();
        self.0.open.fetch_sub(1, Ordering::Relaxed);
    }
}
