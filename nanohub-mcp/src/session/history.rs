use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::time::Instant;

use crate::ctx::state::lock;
use crate::session::stream::MessageStream;

/// How much of a session's streams is kept for a client that comes back.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// Bytes of one stream.
    pub(crate) per_stream: usize,
    /// Bytes of all streams of a session.
    pub(crate) per_session: usize,
    /// How long what was sent is kept, and a stream after its end.
    pub(crate) keep: Duration,
}

/// The streams of a session that can be resumed (2025-11-25, transports, *Resumability and Redelivery*).
#[derive(Debug)]
pub(crate) struct History {
    limits: Limits,
    /// Streams so far.
    opened: AtomicU64,
    /// Bytes of all streams.
    kept: AtomicUsize,
    streams: Mutex<BTreeMap<u64, Arc<MessageStream>>>,
}

impl History {
    pub(crate) fn new(limits: Limits) -> Arc<Self> {
        Arc::new(Self {
            limits,
            opened: AtomicU64::new(0),
            kept: AtomicUsize::new(0),
            streams: Mutex::default(),
        })
    }

    /// A new stream. It can be resumed once somebody has begun to read it: until then, no client knows of it.
    pub(crate) fn stream(self: &Arc<Self>) -> Arc<MessageStream> {
        let number = self.opened.fetch_add(1, Ordering::Relaxed);
        Arc::new(MessageStream::resumable(number, Arc::downgrade(self)))
    }

    /// The stream of that number, if it is still kept.
    pub(crate) fn find(&self, number: u64) -> Option<Arc<MessageStream>> {
        self.sweep(Instant::now());
        lock(&self.streams).get(&number).cloned()
    }

    /// Keeps a stream that a client begins to read.
    pub(super) fn adopt(&self, number: u64, stream: &Arc<MessageStream>) {
        self.sweep(Instant::now());
        lock(&self.streams).insert(number, Arc::clone(stream));
    }

    /// Lets go what has been kept for long enough.
    pub(crate) fn sweep(&self, now: Instant) {
        let mut gone = Vec::new();
        lock(&self.streams).retain(|_, stream| {
            let expired = stream.prune(now, self.limits.keep);
            if expired {
                gone.push(Arc::clone(stream));
            }
            !expired
        });
    }

    /// Lets everything go: nobody will come back.
    pub(crate) fn end(&self) {
        let gone = std::mem::take(&mut *lock(&self.streams));
        drop(gone);
    }

    /// Notes that a stream holds more or fewer bytes than before.
    pub(super) fn account(&self, before: usize, now: usize) {
        if now >= before {
            self.kept.fetch_add(now - before, Ordering::Relaxed);
        } else {
            self.kept.fetch_sub(before - now, Ordering::Relaxed);
        }
    }

    /// Makes room for what a stream has grown by: streams that have ended go first, the oldest before others.
    /// Gives how many bytes the stream itself may hold.
    pub(super) fn make_room(&self, growing: u64, bytes: usize) -> usize {
        let kept = || self.kept.load(Ordering::Relaxed);
        while kept() > self.limits.per_session {
            let mut streams = lock(&self.streams);
            let ended = streams.iter().find(|(number, stream)| **number != growing && stream.is_finished());
            let Some(number) = ended.map(|(number, _)| *number) else { break };
            let gone = streams.remove(&number);
            drop(streams);
            drop(gone);
        }
        let excess = kept().saturating_sub(self.limits.per_session);
        self.limits.per_stream.min(bytes.saturating_sub(excess))
    }

    /// Bytes and streams that are kept.
    #[cfg(test)]
    pub(crate) fn size(&self) -> (usize, usize) {
        (self.kept.load(Ordering::Relaxed), lock(&self.streams).len())
    }
}
