use std::collections::HashMap;
use std::sync::Mutex;

use serde_json::Value;
use tokio::sync::oneshot;

use crate::ctx::state::lock;
use crate::jsonrpc::RequestId;
use crate::jsonrpc::message::RemoteError;

/// What a client answered: a result, or its refusal.
pub(crate) type Answer = Result<Value, RemoteError>;

/// Requests that the server sent on a session, waiting for their answers.
///
/// They are kept by session: an answer that comes on another session meets nothing here.
#[derive(Debug, Default)]
pub(crate) struct Questions(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    last: u64,
    waiting: HashMap<RequestId, oneshot::Sender<Answer>>,
    closed: bool,
}

impl Questions {
    /// Opens a question under an id of the server's own; `None` where the session has ended.
    pub(crate) fn open(&self) -> Option<(RequestId, oneshot::Receiver<Answer>)> {
        let mut state = lock(&self.0);
        if state.closed {
            return None;
        }
        state.last += 1;
        // A string, so that it is told at sight from the numbers that most clients use.
        let id = RequestId::string(&format!("ask-{}", state.last));
        let (sender, receiver) = oneshot::channel();
        state.waiting.insert(id.clone(), sender);
        Some((id, receiver))
    }

    /// Takes an answer; `false` where nothing waits for it: it came late, twice, or to the wrong place.
    pub(crate) fn answer(&self, id: &RequestId, answer: Answer) -> bool {
        let sender = lock(&self.0).waiting.remove(id);
        sender.is_some_and(|sender| sender.send(answer).is_ok())
    }

    /// Gives a question up; `false` where it was answered.
    pub(crate) fn withdraw(&self, id: &RequestId) -> bool {
        lock(&self.0).waiting.remove(id).is_some()
    }

    /// Fails all of them: nobody will answer any more.
    pub(crate) fn close(&self) {
        let waiting = {
            let mut state = lock(&self.0);
            state.closed = true;
            std::mem::take(&mut state.waiting)
        };
        drop(waiting);
    }
}
