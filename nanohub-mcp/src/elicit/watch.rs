//! Tells a question that waits in an executor inside the tool's poll from one that waits in the tool.
//!
//! Such an executor blocks the thread: the driver never comes by to end the round, and where there is one
//! thread only, nobody brings the answer. Nothing shows it but time, so a thread of its own looks after it.

use std::sync::OnceLock;
use std::sync::mpsc::{Sender, channel};
use std::task::Waker;
use std::time::{Duration, Instant};

/// How long the tool's poll may take before a question in it is woken to look.
const STEP: Duration = Duration::from_millis(50);

/// How often it has to find itself still in the same poll.
const STEPS: u32 = 3;

/// What a question knows of the poll that it was first polled in.
#[derive(Debug)]
pub(crate) struct Watch {
    since: Instant,
    seen: u32,
}

impl Watch {
    pub(crate) fn new(waker: &Waker) -> Self {
        // Before the wake is due, whatever comes in between: one that came too early would be the last.
        let since = Instant::now();
        wake_later(waker);
        Self { since, seen: 0 }
    }

    /// Whether the same poll has gone on for so long that it must be waiting for the question.
    pub(crate) fn is_stuck(&mut self, waker: &Waker) -> bool {
        if self.since.elapsed() >= STEP * (self.seen + 1) {
            self.seen += 1;
            wake_later(waker);
        }
        self.seen >= STEPS
    }
}

fn wake_later(waker: &Waker) {
    static WATCHED: OnceLock<Option<Sender<(Instant, Waker)>>> = OnceLock::new();
    let watched = WATCHED.get_or_init(|| {
        let (sender, receiver) = channel::<(Instant, Waker)>();
        let thread = std::thread::Builder::new().name("mcp-questions".into());
        let run = move || {
            // All wait for the same time, so the first to come is the first to go.
            for (due, waker) in receiver {
                std::thread::sleep(due.saturating_duration_since(Instant::now()));
                waker.wake();
            }
        };
        thread.spawn(run).ok().map(|_| sender)
    });
    if let Some(watched) = watched {
        let _ = watched.send((Instant::now() + STEP, waker.clone()));
    }
}
