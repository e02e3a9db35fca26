//! One client of the session era: who it is, what it runs, what it is asked. Knows of no transport.

pub(crate) mod channel;
pub(crate) mod questions;
pub(crate) mod store;
pub(crate) mod stream;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use tokio::time::Instant;

use crate::ctx::caller::Caller;
use crate::ctx::cancel::Cancel;
use crate::ctx::state::lock;
use crate::jsonrpc::{RequestId, message};
use crate::protocol::LogLevel;
use crate::session::questions::Questions;
use crate::session::stream::MessageStream;

/// Where messages to a client go.
pub(crate) trait Outlet: Send + Sync {
    /// Takes a message; `false` where nobody will ever get it.
    fn send(&self, message: Bytes) -> bool;
}

/// A session.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) caller: Arc<Caller>,
    log_level: AtomicU8,
    /// Calls that take longer than one poll, by the client's id.
    calls: Mutex<HashMap<RequestId, Arc<Cancel>>>,
    pub(crate) questions: Questions,
    /// Messages that belong to no call: they go out on the GET stream.
    pub(crate) inbox: Arc<MessageStream>,
    /// Requests, questions and streams that are open.
    open: AtomicUsize,
    last_used: Mutex<Instant>,
}

impl Session {
    pub(crate) fn new(caller: Caller) -> Self {
        Self {
            caller: Arc::new(caller),
            log_level: AtomicU8::new(LogLevel::Info as u8),
            calls: Mutex::default(),
            questions: Questions::default(),
            inbox: Arc::default(),
            open: AtomicUsize::new(0),
            last_used: Mutex::new(Instant::now()),
        }
    }

    pub(crate) fn set_log_level(&self, level: LogLevel) {
        self.log_level.store(level as u8, Ordering::Relaxed);
    }

    pub(crate) fn wants_log(&self, level: LogLevel) -> bool {
        level as u8 >= self.log_level.load(Ordering::Relaxed)
    }

    /// Notes a call that goes on; `None` where a call with that id does already.
    pub(crate) fn enter(self: &Arc<Self>, id: &RequestId, cancel: &Arc<Cancel>) -> Option<InFlight> {
        let mut calls = lock(&self.calls);
        if calls.contains_key(id) {
            return None;
        }
        calls.insert(id.clone(), Arc::clone(cancel));
        Some(InFlight { session: Arc::clone(self), id: id.clone() })
    }

    /// Whether a call with that id goes on.
    pub(crate) fn is_running(&self, id: &RequestId) -> bool {
        lock(&self.calls).contains_key(id)
    }

    /// Cancels a call. Unknown ids are ignored (2025-11-25, cancellation).
    pub(crate) fn cancel(&self, id: &RequestId) {
        let cancel = lock(&self.calls).get(id).cloned();
        if let Some(cancel) = cancel {
            cancel.cancel();
        }
    }

    /// Ends the session: its calls are cancelled, its questions fail, its stream ends.
    pub(crate) fn end(&self) {
        let calls: Vec<_> = lock(&self.calls).values().cloned().collect();
        for cancel in calls {
            cancel.cancel();
        }
        self.questions.close();
        self.inbox.finish();
    }

    /// Keeps the session alive for as long as the guard lives.
    pub(crate) fn hold(self: &Arc<Self>) -> Hold {
        self.open.fetch_add(1, Ordering::Relaxed);
        Hold(Arc::clone(self))
    }

    /// Since when nothing of the session has been open, where nothing is.
    pub(crate) fn idle_since(&self) -> Option<Instant> {
        (self.open.load(Ordering::Relaxed) == 0).then(|| *lock(&self.last_used))
    }

    /// Sends a notification that belongs to no call.
    pub(crate) fn notify(&self, notification: Bytes) {
        self.inbox.push(notification);
    }
}

/// A call that goes on; when it is dropped, it does no more.
#[derive(Debug)]
pub(crate) struct InFlight {
    session: Arc<Session>,
    id: RequestId,
}

impl Drop for InFlight {
    fn drop(&mut self) {
        lock(&self.session.calls).remove(&self.id);
    }
}

/// Something of a session that is open.
#[derive(Debug)]
pub(crate) struct Hold(Arc<Session>);

impl Drop for Hold {
    fn drop(&mut self) {
        // The idle clock starts when the last thing closes, not when the last request came.
        *lock(&self.0.last_used) = Instant::now();
        self.0.open.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Says that a request of the server's own is not to be answered any more.
pub(crate) fn withdrawal(id: &RequestId, reason: &str) -> Bytes {
    message::notification("notifications/cancelled", &serde_json::json!({"requestId": id, "reason": reason}))
}
