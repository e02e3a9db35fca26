use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use serde_json::Value;

use crate::ctx::channel::{Asking, BoxFuture, Channel, Standing};
use crate::ctx::state::lock;
use crate::elicit::ElicitError;
use crate::elicit::completion::Announce;
use crate::protocol::LogLevel;
use crate::session::Outlet;

/// The way from a call of the stateless era back to its client: what it asks, the response carries.
pub(crate) struct StatelessChannel {
    outlet: Arc<dyn Outlet>,
    /// Whether the client reads messages beside the response.
    streams: bool,
    log_level: Option<LogLevel>,
    /// Answers that came with the request.
    answers: Mutex<HashMap<String, Value>>,
    /// Questions that no answer came with.
    round: Mutex<Vec<Asking>>,
}

impl StatelessChannel {
    pub(crate) fn new(
        outlet: Arc<dyn Outlet>,
        streams: bool,
        log_level: Option<LogLevel>,
        answers: HashMap<String, Value>,
    ) -> Self {
        Self { outlet, streams, log_level, answers: Mutex::new(answers), round: Mutex::default() }
    }

    /// The answer that came with the request, where it counts.
    fn answer(&self, asking: &Asking) -> Option<Value> {
        let answer = lock(&self.answers).remove(&asking.key)?;
        let counts = match asking.standing {
            Standing::Asked => true,
            // The protocol has clients answer questions that they expect (2026-07-28, MRTR).
            Standing::New => !asking.must_be_asked,
            // It answers what was asked before.
            Standing::Changed => false,
        };
        counts.then_some(answer)
    }
}

impl Channel for StatelessChannel {
    fn notify(&self, notification: Bytes) {
        if self.streams {
            self.outlet.send(notification);
        }
    }

    fn wants_log(&self, level: LogLevel) -> bool {
        // Without a level in the request there are none (2026-07-28, logging).
        self.streams && self.log_level.is_some_and(|least| level >= least)
    }

    fn can_ask(&self) -> bool {
        true
    }

    fn ask(self: Arc<Self>, asking: Asking) -> BoxFuture<Result<Value, ElicitError>> {
        if let Some(answer) = self.answer(&asking) {
            return Box::pin(std::future::ready(Ok(answer)));
        }
        let key = asking.key.clone();
        lock(&self.round).push(asking);
        let registered = Registered { channel: self, key };
        Box::pin(async move {
            let _registered = registered;
            // The driver ends the round at the end of this poll and drops what waits here.
            std::future::pending().await
        })
    }

    fn round(&self) -> Vec<Asking> {
        std::mem::take(&mut *lock(&self.round))
    }

    fn close_stream(&self, _: Duration) {}

    fn announce_completion(&self) -> Option<Announce> {
        None
    }
}

/// A question of this round. Dropped before the round ends, it is not asked: nobody waits for it any more.
struct Registered {
    channel: Arc<StatelessChannel>,
    key: String,
}

impl Drop for Registered {
    fn drop(&mut self) {
        lock(&self.channel.round).retain(|asking| asking.key != self.key);
    }
}
