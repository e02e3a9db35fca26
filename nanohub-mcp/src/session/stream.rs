use std::collections::VecDeque;
use std::sync::Mutex;
use std::task::{Context, Poll, Waker};

use bytes::Bytes;

use crate::ctx::state::lock;
use crate::session::Outlet;

/// Messages on their way to one reader.
#[derive(Debug, Default)]
pub(crate) struct MessageStream(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    queue: VecDeque<Bytes>,
    /// Which reader is the current one; an older one reads no more.
    reader: u64,
    waker: Option<Waker>,
    finished: bool,
}

/// How many messages wait at most for a reader that is slow or not there.
const CAPACITY: usize = 4096;

impl MessageStream {
    /// Adds a message; `false` where it would never be read.
    pub(crate) fn push(&self, message: Bytes) -> bool {
        let waker = {
            let mut state = lock(&self.0);
            if state.finished {
                return false;
            }
            if state.queue.len() == CAPACITY {
                // The oldest is the one that matters least by now.
                state.queue.pop_front();
            }
            state.queue.push_back(message);
            state.waker.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
        true
    }

    /// Adds a message unless the very same one is waiting already.
    pub(crate) fn push_once(&self, message: Bytes) -> bool {
        let waiting = lock(&self.0).queue.contains(&message);
        waiting || self.push(message)
    }

    /// Ends the stream after what it holds.
    pub(crate) fn finish(&self) {
        let waker = {
            let mut state = lock(&self.0);
            state.finished = true;
            state.waker.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        lock(&self.0).queue.is_empty()
    }

    /// Becomes the reader; the one before it comes to its end.
    pub(crate) fn read(&self) -> u64 {
        let (reader, waker) = {
            let mut state = lock(&self.0);
            state.reader += 1;
            (state.reader, state.waker.take())
        };
        if let Some(waker) = waker {
            waker.wake();
        }
        reader
    }

    /// The next message for a reader; `None` at the end, or where another reader took over.
    pub(crate) fn poll_next(&self, reader: u64, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        let mut state = lock(&self.0);
        if state.reader != reader {
            return Poll::Ready(None);
        }
        if let Some(message) = state.queue.pop_front() {
            return Poll::Ready(Some(message));
        }
        if state.finished {
            return Poll::Ready(None);
        }
        match &mut state.waker {
            Some(waker) => waker.clone_from(cx.waker()),
            empty => *empty = Some(cx.waker().clone()),
        }
        Poll::Pending
    }

    /// Resolves once there is a message or the stream has ended.
    pub(crate) fn poll_ready(&self, cx: &mut Context<'_>) -> Poll<()> {
        let mut state = lock(&self.0);
        if !state.queue.is_empty() || state.finished {
            return Poll::Ready(());
        }
        state.waker = Some(cx.waker().clone());
        Poll::Pending
    }
}

impl Outlet for MessageStream {
    fn send(&self, message: Bytes) -> bool {
        self.push(message)
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use super::*;

    #[tokio::test]
    async fn the_newest_reader_reads() {
        let stream = MessageStream::default();
        let old = stream.read();
        stream.push("a".into());
        let new = stream.read();
        assert_eq!(poll_fn(|cx| stream.poll_next(old, cx)).await, None);
        assert_eq!(poll_fn(|cx| stream.poll_next(new, cx)).await, Some("a".into()));
        stream.push("b".into());
        stream.finish();
        assert!(!stream.push("c".into()));
        assert_eq!(poll_fn(|cx| stream.poll_next(new, cx)).await, Some("b".into()));
        assert_eq!(poll_fn(|cx| stream.poll_next(new, cx)).await, None);
    }
}
