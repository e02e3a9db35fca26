use std::collections::VecDeque;
use std::time::Duration;

use bytes::Bytes;
use tokio::time::Instant;

use crate::jsonrpc::RequestId;

/// A message of a stream.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) kind: Kind,
    pub(super) message: Bytes,
}

/// What a message is, as far as it decides what may be forgotten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// A call can do without it.
    Notice,
    /// Somebody waits for its answer.
    Question(RequestId),
    /// What it is all for.
    Response,
}

/// Messages that wait to be read, and those that were and may be asked for again.
///
/// An event gets its number when it is read first. So what precedes it on the wire always has a lower one,
/// whatever was waiting already when the reader came.
#[derive(Debug, Default)]
pub(super) struct Queue {
    sent: VecDeque<Sent>,
    waiting: VecDeque<Entry>,
    /// Number of the newest event that was read.
    last: u64,
    /// Number of the newest event that the reader of now has read.
    cursor: u64,
    bytes: usize,
}

#[derive(Debug)]
struct Sent {
    event: u64,
    at: Instant,
    entry: Entry,
}

/// How many messages wait at most for a reader that is slow or not there.
const CAPACITY: usize = 4096;

/// What an entry takes beside its message.
const OVERHEAD: usize = size_of::<Sent>();

impl Entry {
    fn size(&self) -> usize {
        self.message.len() + OVERHEAD
    }
}

impl Queue {
    /// Adds a message; `false` where there is no place for it.
    pub(super) fn push(&mut self, entry: Entry) -> bool {
        // The oldest notice is what matters least by now.
        if self.waiting.len() >= CAPACITY && !self.forget_waiting() {
            return false;
        }
        self.bytes += entry.size();
        self.waiting.push_back(entry);
        true
    }

    /// The next message, which is not kept.
    pub(super) fn next(&mut self) -> Option<Bytes> {
        let entry = self.waiting.pop_front()?;
        self.bytes -= entry.size();
        Some(entry.message)
    }

    /// The next message with its number. It is kept.
    pub(super) fn next_kept(&mut self) -> Option<(u64, Bytes)> {
        let again = self.sent.partition_point(|sent| sent.event <= self.cursor);
        if let Some(sent) = self.sent.get(again) {
            self.cursor = sent.event;
            return Some((sent.event, sent.entry.message.clone()));
        }
        let entry = self.waiting.pop_front()?;
        let message = entry.message.clone();
        let event = self.start();
        self.sent.push_back(Sent { event, at: Instant::now(), entry });
        Some((event, message))
    }

    /// A number for what comes before everything that waits.
    pub(super) fn start(&mut self) -> u64 {
        self.last += 1;
        self.cursor = self.last;
        self.last
    }

    /// Goes back to just after an event; `false` where there never was one of that number.
    pub(super) fn rewind(&mut self, event: u64) -> bool {
        let known = (1..=self.last).contains(&event);
        if known {
            self.cursor = event;
        }
        known
    }

    /// Whether nothing waits.
    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Whether this message waits.
    pub(super) fn holds(&self, message: &Bytes) -> bool {
        self.waiting.iter().any(|entry| entry.message == *message)
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Forgets a question that is no longer open: nobody must be shown it again.
    pub(super) fn settle(&mut self, id: &RequestId) {
        let mut freed = 0;
        let mut stays = |entry: &Entry| {
            let settled = matches!(&entry.kind, Kind::Question(other) if other == id);
            freed += if settled { entry.size() } else { 0 };
            !settled
        };
        self.waiting.retain(&mut stays);
        self.sent.retain(|sent| stays(&sent.entry));
        self.bytes -= freed;
    }

    /// Forgets notices that were sent long ago.
    pub(super) fn prune(&mut self, now: Instant, keep: Duration) {
        let mut freed = 0;
        self.sent.retain(|sent| {
            let stays = sent.entry.kind != Kind::Notice || now.duration_since(sent.at) < keep;
            freed += if stays { 0 } else { sent.entry.size() };
            stays
        });
        self.bytes -= freed;
    }

    /// Forgets notices, the oldest first and those that were sent before those that wait, until no more than
    /// this is left. The newest is safe: it may just be on its way.
    pub(super) fn shrink(&mut self, allowed: usize) {
        while self.bytes > allowed && (self.forget_sent() || self.forget_waiting()) {}
    }

    fn forget_sent(&mut self) -> bool {
        let Some(place) = self.sent.iter().position(|sent| sent.entry.kind == Kind::Notice) else {
            return false;
        };
        self.bytes -= self.sent.remove(place).map_or(0, |sent| sent.entry.size());
        true
    }

    fn forget_waiting(&mut self) -> bool {
        let older = self.waiting.len().saturating_sub(1);
        let place = self.waiting.iter().take(older).position(|entry| entry.kind == Kind::Notice);
        let Some(place) = place else { return false };
        self.bytes -= self.waiting.remove(place).map_or(0, |entry| entry.size());
        true
    }
}
