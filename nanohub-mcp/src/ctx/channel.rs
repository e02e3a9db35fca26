use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::elicit::ElicitError;
use crate::elicit::completion::Announce;
use crate::protocol::LogLevel;

pub(crate) type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// The way from a call back to its client. The eras differ here, and tools do not see it.
pub(crate) trait Channel: Send + Sync {
    /// Sends a notification beside the call, or drops it where nobody could get it.
    fn notify(&self, notification: Bytes);

    /// Whether the client wants log messages of a level.
    fn wants_log(&self, level: LogLevel) -> bool;

    /// Whether a question could reach the client at all, whatever it declared.
    fn can_ask(&self) -> bool;

    /// Puts a question and waits for its answer.
    ///
    /// In the session era the future holds until the client answers, and withdraws the question when it is
    /// dropped. In the stateless era it is pending for good where the request brought no answer: the driver
    /// then ends the round.
    fn ask(self: Arc<Self>, asking: Asking) -> BoxFuture<Result<Value, ElicitError>>;

    /// The questions of this round: those that no answer came with, where the request has to be answered
    /// with them.
    fn round(&self) -> Vec<Asking> {
        Vec::new()
    }

    /// Ends the response stream early, where the client can resume it.
    fn close_stream(&self, retry: Duration);

    /// How the client learns, after the call as well, that a URL it opened is done with.
    fn announce_completion(&self) -> Option<Announce>;
}

/// One question on its way to a client.
#[derive(Debug, Clone)]
pub(crate) struct Asking {
    pub(crate) key: String,
    pub(crate) method: &'static str,
    pub(crate) params: Box<RawValue>,
    pub(crate) timeout: Duration,
    /// Whether an answer counts only where the question was put before.
    pub(crate) must_be_asked: bool,
    pub(crate) standing: Standing,
}

/// What the journal knew of a question before this request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Nothing.
    New,
    /// It was put, just so.
    Asked,
    /// Another one was put under its key: an answer that comes now answers that one.
    Changed,
}

/// Digest of what the author asked: message, schema, mode and URL.
pub(crate) type Digest = [u8; 16];

/// A channel to nobody: the REST route has no way back.
#[derive(Debug)]
pub(crate) struct NoChannel;

impl Channel for NoChannel {
    fn notify(&self, _: Bytes) {}

    fn wants_log(&self, _: LogLevel) -> bool {
        false
    }

    fn can_ask(&self) -> bool {
        false
    }

    fn ask(self: Arc<Self>, _: Asking) -> BoxFuture<Result<Value, ElicitError>> {
        Box::pin(std::future::ready(Err(ElicitError::Disconnected)))
    }

    fn close_stream(&self, _: Duration) {}

    fn announce_completion(&self) -> Option<Announce> {
        None
    }
}
