use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use crate::ctx::channel::BoxFuture;
use crate::ctx::driver::is_polling;
use crate::ctx::state::{CallState, lock};
use crate::elicit::ElicitError;
use crate::elicit::put::put;
use crate::elicit::question::{Body, Question, Settled};
use crate::elicit::watch::Watch;
use crate::tool::ToolError;

/// What all questions share: the key, the settings, and the way from the first poll to the answer.
pub(crate) struct Pending {
    state: Arc<CallState>,
    name: String,
    key: Key,
    message: String,
    timeout: Option<Duration>,
    pub(crate) must_be_asked: bool,
    stage: Stage,
}

enum Key {
    /// A name and its occurrence.
    Made(String),
    /// The author's.
    Given(String),
}

enum Stage {
    Made,
    Put { future: BoxFuture<Result<Settled, ElicitError>>, tick: u64, watch: Option<Watch> },
    Done,
}

impl Pending {
    pub(crate) fn new(state: &Arc<CallState>, name: &str, message: String) -> Self {
        let key = lock(&state.keys).make(name);
        Self {
            state: Arc::clone(state),
            name: name.to_owned(),
            key: Key::Made(key),
            message,
            timeout: None,
            must_be_asked: false,
            stage: Stage::Made,
        }
    }

    pub(crate) fn state(&self) -> &Arc<CallState> {
        &self.state
    }

    pub(crate) fn set_key(&mut self, key: String) {
        if let Key::Made(_) = self.key {
            lock(&self.state.keys).name(&self.name);
        }
        self.key = Key::Given(key);
    }

    pub(crate) fn key(&self) -> &str {
        match &self.key {
            Key::Made(key) | Key::Given(key) => key,
        }
    }

    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    pub(crate) fn set_timeout(&mut self, timeout: Duration) {
        self.timeout = Some(timeout);
    }

    pub(crate) fn timeout(&self) -> Duration {
        self.timeout.unwrap_or(self.state.ask_timeout)
    }

    /// Polls for the answer; `body` makes the question, at the first poll, or says why it cannot be put.
    pub(crate) fn poll(
        &mut self,
        cx: &mut Context<'_>,
        body: impl FnOnce(&Self) -> Result<Body, ElicitError>,
    ) -> Poll<Result<Settled, ElicitError>> {
        if let Stage::Made = self.stage {
            // Nobody would ever wake it, or it would hold up a thread that others need.
            if !is_polling(&self.state) {
                return self.done(Err(ElicitError::OutsideCall));
            }
            if matches!(self.key, Key::Made(_)) && lock(&self.state.keys).is_ambiguous(&self.name) {
                self.state.fail(ToolError::new(format!(
                    "`{}` asks two questions named `{}` at once, so their answers could be mixed up; the author of \
                     the tool has to tell them apart with `.key(\"…\")`",
                    self.state.tool, self.name
                )));
                return Poll::Pending;
            }
            let body = match body(self) {
                Ok(body) => body,
                Err(error) => return self.done(Err(error)),
            };
            let question = Question {
                key: self.key().to_owned(),
                message: self.message.clone(),
                body,
                timeout: self.timeout(),
                must_be_asked: self.must_be_asked,
            };
            let future = Box::pin(put(Arc::clone(&self.state), question));
            self.stage = Stage::Put { future, tick: self.state.ticks(), watch: None };
        }
        let Stage::Put { future, tick, watch } = &mut self.stage else {
            panic!("a question was polled after its answer");
        };
        let polled = future.as_mut().poll(cx);
        if polled.is_ready() {
            self.release();
            self.stage = Stage::Done;
            return polled;
        }
        // The waker of a combinator, or of another executor that blocks the driver's poll.
        if *tick == self.state.ticks() && !self.state.driver_waker.is(cx.waker()) {
            let watch = watch.get_or_insert_with(|| Watch::new(cx.waker()));
            if watch.is_stuck(cx.waker()) {
                return self.done(Err(ElicitError::OutsideCall));
            }
        }
        Poll::Pending
    }

    /// Makes the question ready to be put once more, although it was answered.
    pub(crate) fn again(&mut self) {
        lock(&self.state.journal).reopen(self.key());
        self.stage = Stage::Made;
    }

    fn done(&mut self, result: Result<Settled, ElicitError>) -> Poll<Result<Settled, ElicitError>> {
        self.release();
        self.stage = Stage::Done;
        Poll::Ready(result)
    }

    fn release(&mut self) {
        if let (Key::Made(key), Stage::Made | Stage::Put { .. }) = (&self.key, &self.stage) {
            lock(&self.state.keys).release(&self.name);
            // Released once only.
            self.key = Key::Given(key.clone());
        }
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        self.release();
    }
}
