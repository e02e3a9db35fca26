//! What a tool tells while it runs: progress and log messages.

use std::sync::Mutex;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::ctx::Ctx;
use crate::ctx::state::lock;
use crate::jsonrpc::message;
use crate::protocol::{LogLevel, ProgressToken, Revision};

/// How far a call has come, as far as its client asked to know.
#[derive(Debug)]
pub(crate) struct Progress {
    token: Option<ProgressToken>,
    last: Mutex<Option<f64>>,
}

impl Progress {
    pub(crate) fn new(meta: &Map<String, Value>) -> Self {
        let token = meta.get("progressToken").and_then(ProgressToken::read);
        Self { token, last: Mutex::new(None) }
    }

    /// Whether the value goes out: it has to grow (2025-11-25, progress, *Behavior Requirements*).
    fn advance(&self, progress: f64) -> bool {
        let mut last = lock(&self.last);
        let grows = progress.is_finite() && last.is_none_or(|last| progress > last);
        if grows {
            *last = Some(progress);
        }
        grows
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ProgressParams<'a> {
    progress_token: &'a ProgressToken,
    progress: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
}

/// A number that is whole wherever it can be: `50`, not `50.0`.
struct Number(f64);

impl Serialize for Number {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        /// 2^53, up to which every whole `f64` is an exact integer.
        const EXACT: f64 = 9_007_199_254_740_992.0;
        if self.0.fract() == 0.0 && self.0.abs() < EXACT {
            #[allow(clippy::cast_possible_truncation, reason = "whole and in range, as checked")]
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

#[derive(Serialize)]
struct LogParams<'a> {
    level: LogLevel,
    logger: &'a str,
    data: Value,
}

impl Ctx {
    /// Reports how far the call has come, of a total where it is known.
    ///
    /// Dropped where the client did not ask for progress. Values that do not grow are dropped too, as the
    /// protocol demands.
    pub fn progress(&self, progress: f64, total: impl Into<Option<f64>>) {
        self.report(progress, total.into(), None);
    }

    /// Reports how far the call has come, with a line for the person. The line is on the wire from
    /// 2025-03-26 on.
    pub fn progress_with(&self, progress: f64, total: impl Into<Option<f64>>, message: &str) {
        self.report(progress, total.into(), Some(message));
    }

    fn report(&self, progress: f64, total: Option<f64>, message: Option<&str>) {
        let state = &self.state;
        let Some(progress_token) = &state.progress.token else { return };
        if !state.progress.advance(progress) {
            return;
        }
        let params = ProgressParams {
            progress_token,
            progress: Number(progress),
            total: total.filter(|total| total.is_finite()).map(Number),
            message: message.filter(|_| state.caller.revision >= Revision::V2025_03_26),
        };
        state.channel.notify(message::notification("notifications/progress", &params));
    }

    /// Sends a log message to the client: text, or anything that is JSON.
    ///
    /// Dropped below the level that the client wants. It is read by people and models on the other side:
    /// no secrets, nothing of other users.
    pub fn log(&self, level: LogLevel, data: impl Into<Value>) {
        if self.state.channel.wants_log(level) {
            let params = LogParams { level, logger: self.state.tool, data: data.into() };
            self.state.channel.notify(message::notification("notifications/message", &params));
        }
    }

    /// Ends the response stream early where the client can resume it, and tells it to come back after
    /// `retry`; elsewhere it does nothing. The call goes on, and what it says is
    /// [kept](crate::ServerBuilder::resume_window) for the client, its result too.
    ///
    /// Clients can where they have a session of revision 2025-11-25 over HTTP. It spares a connection while a
    /// long call has nothing to say.
    pub fn close_stream(&self, retry: Duration) {
        self.state.channel.close_stream(retry);
    }
}

macro_rules! levels {
    ($($name:ident: $level:ident;)*) => {
        impl Ctx {
            $(
                #[doc = concat!("Sends a log message of level `", stringify!($name), "`: see [`log`](Ctx::log).")]
                pub fn $name(&self, data: impl Into<Value>) {
                    self.log(LogLevel::$level, data);
                }
            )*
        }
    };
}
levels! {
    debug: Debug;
    info: Info;
    notice: Notice;
    warning: Warning;
    error: Error;
    critical: Critical;
    alert: Alert;
    emergency: Emergency;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_growing_finite_values_go_out() {
        let progress = Progress::new(&Map::new());
        let sent: Vec<f64> = [1.0, 1.0, 0.5, f64::NAN, f64::INFINITY, 2.0]
            .into_iter()
            .filter(|value| progress.advance(*value))
            .collect();
        assert_eq!(sent, [1.0, 2.0]);
    }

    #[test]
    fn whole_numbers_have_no_fraction() {
        assert_eq!(
            serde_json::to_string(&[Number(50.0), Number(0.5), Number(1e300)]).unwrap(),
            "[50,0.5,1e+300]"
        );
    }
}
