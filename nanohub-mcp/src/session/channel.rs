use std::sync::{Arc, Weak};
use std::time::Duration;

use bytes::Bytes;
use serde_json::Value;
use tokio::sync::Mutex;

use crate::ctx::channel::{Asking, BoxFuture, Channel};
use crate::elicit::ElicitError;
use crate::elicit::completion::Announce;
use crate::jsonrpc::{RequestId, message};
use crate::protocol::{LogLevel, Revision};
use crate::session::{Outlet, Session, withdrawal};

/// The way from a call of a session back to its client: the call's own stream.
pub(crate) struct SessionChannel {
    session: Arc<Session>,
    outlet: Arc<dyn Outlet>,
    /// Whether the client reads that stream while the call runs.
    streams: bool,
    /// Questions of one call are shown one after the other: a person answers one at a time.
    turn: Mutex<()>,
}

impl SessionChannel {
    pub(crate) fn new(session: Arc<Session>, outlet: Arc<dyn Outlet>, streams: bool) -> Self {
        Self { session, outlet, streams, turn: Mutex::new(()) }
    }
}

impl Channel for SessionChannel {
    fn notify(&self, notification: Bytes) {
        if self.streams {
            self.outlet.send(notification);
        }
    }

    fn wants_log(&self, level: LogLevel) -> bool {
        self.streams && self.session.wants_log(level)
    }

    fn can_ask(&self) -> bool {
        self.streams
    }

    fn ask(self: Arc<Self>, asking: Asking) -> BoxFuture<Result<Value, ElicitError>> {
        Box::pin(async move {
            let _turn = self.turn.lock().await;
            let (id, answer) = self.session.questions.open().ok_or(ElicitError::Disconnected)?;
            let question = Shown { channel: &self, id };
            let request = message::request(&question.id, asking.method, &asking.params);
            if !self.outlet.ask(&question.id, request) {
                return Err(ElicitError::Disconnected);
            }
            match tokio::time::timeout(asking.timeout, answer).await {
                Ok(Ok(Ok(result))) => Ok(result),
                Ok(Ok(Err(refusal))) => {
                    Err(ElicitError::Rejected { code: refusal.code, message: refusal.message })
                }
                // The session ended.
                Ok(Err(_)) => Err(ElicitError::Disconnected),
                Err(_) => Err(ElicitError::Timeout { after: asking.timeout }),
            }
        })
    }

    fn close_stream(&self, retry: Duration) {
        if self.streams {
            self.outlet.pause(retry);
        }
    }

    fn announce_completion(&self) -> Option<Announce> {
        // 2025-11-25 only: 2026-07-28 took the notification out again.
        if self.session.caller.revision != Revision::V2025_11_25 {
            return None;
        }
        Some(announce(Arc::downgrade(&self.session), Some(Arc::downgrade(&self.outlet))))
    }
}

/// Tells the client that what it opened is done: on the call's stream while it lasts, on the session's
/// afterwards.
pub(crate) fn announce(session: Weak<Session>, outlet: Option<Weak<dyn Outlet>>) -> Announce {
    Box::new(move |id| {
        let notice = message::notification(
            "notifications/elicitation/complete",
            &serde_json::json!({"elicitationId": id}),
        );
        let outlet = outlet.as_ref().and_then(Weak::upgrade);
        let sent = outlet.is_some_and(|outlet| outlet.send(notice.clone()));
        if !sent && let Some(session) = session.upgrade() {
            session.notify(notice);
        }
    })
}

/// A question that is shown; dropped before its answer, it is withdrawn.
struct Shown<'a> {
    channel: &'a SessionChannel,
    id: RequestId,
}

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        self.channel.outlet.settle(&self.id);
        if self.channel.session.questions.withdraw(&self.id) {
            self.channel.outlet.send(withdrawal(&self.id, "the question is no longer open"));
        }
    }
}
