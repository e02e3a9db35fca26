//! One client of the session era: who it is, what it runs, what it is asked. Knows of no transport.

mod activity;
pub(crate) mod calls;
pub(crate) mod channel;
pub(crate) mod event_id;
pub(crate) mod history;
pub(crate) mod questions;
mod queue;
pub(crate) mod store;
pub(crate) mod stream;
pub(crate) mod subscriptions;

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use bytes::Bytes;
use tokio::time::Instant;

use crate::ctx::caller::Caller;
use crate::jsonrpc::{RequestId, message};
use crate::protocol::{LogLevel, Revision};
pub(crate) use crate::session::activity::Hold;

use crate::session::activity::Activity;
use crate::session::calls::Calls;
use crate::session::history::{History, Limits};
use crate::session::questions::Questions;
use crate::session::stream::MessageStream;
use crate::session::subscriptions::ResourceSubscriptions;

/// Where messages to a client go.
pub(crate) trait Outlet: Send + Sync {
    /// Takes a message; `false` where nobody will ever get it.
    fn send(&self, message: Bytes) -> bool;

    /// Takes a question, which stays open until it is settled; `false` where nobody will ever get it.
    fn ask(&self, _: &RequestId, question: Bytes) -> bool {
        self.send(question)
    }

    /// A question is no longer open.
    fn settle(&self, _: &RequestId) {}

    /// Ends the response that messages go out on, where the client can come back for more of them.
    fn pause(&self, _: Duration) {}
}

/// A session.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) caller: Arc<Caller>,
    log_level: AtomicU8,
    pub(crate) calls: Arc<Calls>,
    pub(crate) questions: Questions,
    /// Messages that belong to no call: they go out on the GET stream.
    pub(crate) inbox: Arc<MessageStream>,
    /// The resources that it hears of.
    pub(crate) subscriptions: ResourceSubscriptions,
    /// Streams that the client can come back to.
    pub(crate) history: Option<Arc<History>>,
    activity: Arc<Activity>,
    /// Whether it is one of the transport of 2024-11-05: no request to another endpoint may name it.
    pub(crate) legacy_sse: bool,
}

impl Session {
    pub(crate) fn new(caller: Caller) -> Self {
        Self::with_calls(caller, Arc::default())
    }

    /// What stands in for a session where a request has none: it ends with the request.
    pub(crate) fn passing() -> Self {
        Self { subscriptions: ResourceSubscriptions::never(), ..Self::new(Caller::anonymous()) }
    }

    /// A session on a connection that has calls of its own: their ids share one namespace.
    pub(crate) fn with_calls(caller: Caller, calls: Arc<Calls>) -> Self {
        Self {
            caller: Arc::new(caller),
            log_level: AtomicU8::new(LogLevel::Info as u8),
            calls,
            questions: Questions::default(),
            inbox: Arc::default(),
            subscriptions: ResourceSubscriptions::new(),
            history: None,
            activity: Activity::new(),
            legacy_sse: false,
        }
    }

    /// Lets the client come back to streams that broke off.
    ///
    /// From 2025-11-25 on: clients of before take the empty event that a stream begins with for a message.
    pub(crate) fn resumable(mut self, limits: Limits) -> Self {
        if self.caller.revision >= Revision::V2025_11_25 && !limits.keep.is_zero() {
            let history = History::new(limits);
            self.inbox = history.stream();
            self.history = Some(history);
        }
        self
    }

    /// A session of the transport of 2024-11-05, whose stream is opened before anybody knows whose it is.
    pub(crate) fn legacy_sse() -> Self {
        let caller = Caller { revision: Revision::V2024_11_05, ..Caller::anonymous() };
        Self { legacy_sse: true, ..Self::new(caller) }
    }

    /// The same session, now that the client has said who it is.
    pub(crate) fn introduced(&self, caller: Caller) -> Self {
        Self {
            inbox: Arc::clone(&self.inbox),
            activity: Arc::clone(&self.activity),
            legacy_sse: self.legacy_sse,
            ..Self::new(caller)
        }
    }

    /// Whether the client has said who it is.
    pub(crate) fn is_introduced(&self) -> bool {
        self.caller.session_id.is_some()
    }

    pub(crate) fn set_log_level(&self, level: LogLevel) {
        self.log_level.store(level as u8, Ordering::Relaxed);
    }

    pub(crate) fn wants_log(&self, level: LogLevel) -> bool {
        level as u8 >= self.log_level.load(Ordering::Relaxed)
    }

    /// Ends the session: its calls are cancelled, its questions fail, its stream ends.
    pub(crate) fn end(&self) {
        self.calls.cancel_all();
        self.questions.close();
        self.inbox.finish();
        if let Some(history) = &self.history {
            history.end();
        }
    }

    /// Keeps the session alive for as long as the guard lives.
    pub(crate) fn hold(&self) -> Hold {
        self.activity.hold()
    }

    /// Since when nothing of the session has been open, where nothing is.
    pub(crate) fn idle_since(&self) -> Option<Instant> {
        self.activity.idle_since()
    }

    /// Whether the client came back after its handshake.
    pub(crate) fn was_used(&self) -> bool {
        self.activity.was_used()
    }

    /// Sends a notification that belongs to no call.
    pub(crate) fn notify(&self, notification: Bytes) {
        self.inbox.push_once(notification);
    }
}

/// Says that a request of the server's own is not to be answered any more.
pub(crate) fn withdrawal(id: &RequestId, reason: &str) -> Bytes {
    message::notification("notifications/cancelled", &serde_json::json!({"requestId": id, "reason": reason}))
}
