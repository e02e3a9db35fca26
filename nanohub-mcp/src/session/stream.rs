use std::sync::{Arc, Mutex, Weak};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use bytes::Bytes;
use tokio::time::Instant;

use crate::ctx::state::lock;
use crate::jsonrpc::RequestId;
use crate::session::Outlet;
use crate::session::event_id::EventId;
use crate::session::history::History;
use crate::session::queue::{Entry, Kind, Queue};

/// Messages on their way to one reader, the newest.
///
/// A stream that can be resumed keeps what was read of it, within the limits of its [`History`].
#[derive(Debug, Default)]
pub(crate) struct MessageStream {
    state: Mutex<State>,
    /// Where it is kept under its number, if it can be resumed.
    kept: Option<(u64, Weak<History>)>,
}

#[derive(Debug, Default)]
struct State {
    queue: Queue,
    /// Which reader is the current one; an older one reads no more.
    turn: u64,
    /// Whether that reader went away, and no other has come.
    is_left: bool,
    waker: Option<Waker>,
    /// The response is to end here, for the client to come back after that time.
    pause: Option<Duration>,
    finished: Option<Instant>,
    /// When a reader came to the end.
    read_out: Option<Instant>,
}

/// A reader of a stream.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reader {
    turn: u64,
    /// The id that stands for what came before: a client that gets no further comes back with it.
    pub(crate) start: Option<EventId>,
}

/// What a reader gets.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Message(Option<EventId>, Bytes),
    /// Nothing more on this response; the stream goes on, and the client is to come back.
    Pause(Duration),
}

/// How long a stream that was read to its end is kept: what was written last may not have arrived.
const LINGER: Duration = Duration::from_secs(30);

impl MessageStream {
    pub(super) fn resumable(number: u64, history: Weak<History>) -> Self {
        Self { state: Mutex::default(), kept: Some((number, history)) }
    }

    /// Adds a message; `false` where it would never be read.
    pub(crate) fn push(&self, message: Bytes) -> bool {
        self.add(Entry { kind: Kind::Notice, message })
    }

    /// Adds the response to a request; `false` where it would never be read.
    pub(crate) fn push_response(&self, message: Bytes) -> bool {
        self.add(Entry { kind: Kind::Response, message })
    }

    /// Adds a message unless the very same one is waiting already.
    pub(crate) fn push_once(&self, message: Bytes) -> bool {
        let waiting = lock(&self.state).queue.holds(&message);
        waiting || self.push(message)
    }

    /// Ends the stream after what it holds, and after the response, where there is one.
    pub(crate) fn conclude(&self, response: Option<Bytes>) {
        if let Some(response) = response {
            self.push_response(response);
        }
        self.finish();
    }

    /// Ends the stream after what it holds.
    pub(crate) fn finish(&self) {
        self.change(|state| {
            state.finished.get_or_insert_with(Instant::now);
        });
    }

    /// Becomes the reader of what nobody has read yet; the reader before it comes to its end.
    pub(crate) fn read(self: &Arc<Self>) -> Reader {
        if let Some((number, history)) = self.history() {
            history.adopt(number, self);
        }
        self.change(|state| {
            let start = self.number().map(|stream| EventId { stream, event: state.queue.start() });
            state.begin(start)
        })
    }

    /// Becomes the reader of what followed on an event; `None` where there was no such event.
    pub(crate) fn resume(&self, event: u64) -> Option<Reader> {
        self.change(|state| {
            state.queue.rewind(event).then(|| {
                // It was for the reader before.
                state.pause = None;
                state.begin(None)
            })
        })
    }

    /// A reader goes away.
    pub(crate) fn leave(&self, reader: Reader) {
        let mut state = lock(&self.state);
        state.is_left |= state.turn == reader.turn;
    }

    /// What comes next for a reader; `None` at the end, or where another reader took over.
    pub(crate) fn poll_next(&self, reader: Reader, cx: &mut Context<'_>) -> Poll<Option<Step>> {
        let mut state = lock(&self.state);
        if state.turn != reader.turn {
            return Poll::Ready(None);
        }
        let next = match self.number() {
            Some(stream) => {
                let next = state.queue.next_kept();
                next.map(|(event, message)| (Some(EventId { stream, event }), message))
            }
            None => state.queue.next().map(|message| (None, message)),
        };
        if let Some((id, message)) = next {
            return Poll::Ready(Some(Step::Message(id, message)));
        }
        if state.finished.is_some() {
            state.read_out = Some(Instant::now());
            return Poll::Ready(None);
        }
        if let Some(retry) = state.pause.take() {
            state.is_left = true;
            return Poll::Ready(Some(Step::Pause(retry)));
        }
        state.watch(cx.waker());
        Poll::Pending
    }

    /// Resolves once there is something to read or the stream has ended.
    pub(crate) fn poll_ready(&self, cx: &mut Context<'_>) -> Poll<()> {
        let mut state = lock(&self.state);
        if !state.queue.is_empty() || state.finished.is_some() || state.pause.is_some() {
            return Poll::Ready(());
        }
        state.watch(cx.waker());
        Poll::Pending
    }

    /// Whether no message waits.
    pub(crate) fn is_empty(&self) -> bool {
        lock(&self.state).queue.is_empty()
    }

    pub(super) fn is_finished(&self) -> bool {
        lock(&self.state).finished.is_some()
    }

    /// Lets go what was sent long ago. `true` where the stream itself has been kept for long enough.
    pub(super) fn prune(&self, now: Instant, keep: Duration) -> bool {
        self.account(|state| {
            state.queue.prune(now, keep);
            let for_long = |since: Option<Instant>, time| since.is_some_and(|since| now - since >= time);
            for_long(state.finished, keep) || for_long(state.read_out, keep.min(LINGER))
        })
    }

    fn number(&self) -> Option<u64> {
        self.kept.as_ref().map(|(number, _)| *number)
    }

    fn history(&self) -> Option<(u64, Arc<History>)> {
        let (number, history) = self.kept.as_ref()?;
        Some((*number, history.upgrade()?))
    }

    fn add(&self, entry: Entry) -> bool {
        let added = self.change(|state| state.finished.is_none() && state.queue.push(entry));
        if let Some((number, history)) = self.history() {
            // Not under our own lock: other streams may have to go.
            let bytes = lock(&self.state).queue.bytes();
            let allowed = history.make_room(number, bytes);
            if bytes > allowed {
                self.account(|state| state.queue.shrink(allowed));
            }
        }
        added
    }

    /// Changes the state and wakes who waits for it.
    fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let (changed, waker) = self.account(|state| (change(state), state.waker.take()));
        if let Some(waker) = waker {
            waker.wake();
        }
        changed
    }

    /// Changes the state and tells the history by how much it grew.
    fn account<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let (changed, before, now) = {
            let mut state = lock(&self.state);
            let before = state.queue.bytes();
            (change(&mut state), before, state.queue.bytes())
        };
        if before != now
            && let Some((_, history)) = self.history()
        {
            history.account(before, now);
        }
        changed
    }
}

impl State {
    fn begin(&mut self, start: Option<EventId>) -> Reader {
        self.turn += 1;
        self.is_left = false;
        self.read_out = None;
        Reader { turn: self.turn, start }
    }

    fn watch(&mut self, waker: &Waker) {
        match &mut self.waker {
            Some(watching) => watching.clone_from(waker),
            empty => *empty = Some(waker.clone()),
        }
    }
}

impl Outlet for MessageStream {
    fn send(&self, message: Bytes) -> bool {
        self.push(message)
    }

    fn ask(&self, id: &RequestId, question: Bytes) -> bool {
        self.add(Entry { kind: Kind::Question(id.clone()), message: question })
    }

    fn settle(&self, id: &RequestId) {
        self.account(|state| state.queue.settle(id));
    }

    fn pause(&self, retry: Duration) {
        // Who has no way to come back must not be sent away, nor who is about to come back for the end.
        if self.history().is_some() {
            self.change(|state| {
                if !state.is_left && state.finished.is_none() {
                    state.pause = Some(retry);
                }
            });
        }
    }
}

impl Drop for MessageStream {
    fn drop(&mut self) {
        self.account(|state| state.queue = Queue::default());
    }
}

#[cfg(test)]
mod tests;
