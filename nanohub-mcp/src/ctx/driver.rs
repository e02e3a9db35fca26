use std::any::Any;
use std::cell::Cell;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::{Instant, Sleep};

use crate::ctx::cancel::Cancel;
use crate::ctx::channel::Asking;
use crate::ctx::state::CallState;
use crate::tool::call::Work;
use crate::tool::output::Output;
use crate::tool::{ToolError, ToolResult};

/// Runs one call of a function: polls it, contains its panics, watches its deadline and its cancellation.
///
/// It is a plain future, so that the request that carries the call can run it without a task of its own.
pub(crate) struct Driver<T = ToolResult> {
    tool: &'static str,
    work: Running<T>,
    state: Option<Arc<CallState>>,
    /// There from the first poll that did not finish the call: most never need it.
    cancel: Option<Arc<Cancel>>,
    deadline: Option<Deadline>,
}

/// What came of a call.
#[derive(Debug)]
pub(crate) enum Outcome<T = ToolResult> {
    Done(Output<T>),
    /// The round ended with these questions: the tool runs again once they are answered.
    Asked(Vec<Asking>),
    /// Cancelled: nothing is to be said about it any more (2025-11-25, cancellation).
    Cancelled,
}

enum Running<T> {
    Done(Option<Output<T>>),
    Future(Pin<Box<dyn Future<Output = Output<T>> + Send>>),
    Blocking(JoinHandle<Result<Output<T>, Panic>>),
}

type Panic = Box<dyn Any + Send>;

thread_local! {
    /// Which call is being polled on this thread, if any: the address of its state.
    static POLLED: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Whether the call of that state is being polled by its driver, on this thread, right now, and not by a step
/// under `once`.
pub(crate) fn is_polling(state: &Arc<CallState>) -> bool {
    POLLED.get() == Some(Arc::as_ptr(state).addr())
}

/// Polls a step under `once` as something apart from the call. A round does not end while a step runs, so one
/// that waits for a question would wait for ever: a question in it is none of the call's.
pub(crate) async fn apart<F: Future>(step: F) -> F::Output {
    let mut step = pin!(step);
    poll_fn(|cx| {
        let _outer = Entered { outer: POLLED.replace(None) };
        step.as_mut().poll(cx)
    })
    .await
}

impl<T: Send + 'static> Driver<T> {
    /// Starts a call by its work, which has its arguments already.
    pub(crate) fn new(
        tool: &'static str,
        work: Work<T>,
        state: Option<Arc<CallState>>,
        timeout: Option<Duration>,
    ) -> Option<Self> {
        let work = match work {
            Work::Refused => return None,
            Work::Done(output) => Running::Done(Some(output)),
            Work::Future(future) => Running::Future(future),
            // The error of a tool need not be `Send`, so all of it is settled over there.
            Work::Blocking(work) => Running::Blocking(tokio::task::spawn_blocking(move || {
                let _busy = Busy::new();
                catch_unwind(AssertUnwindSafe(work))
            })),
        };
        let cancel = state.as_ref().map(|state| Arc::clone(&state.cancel));
        Some(Self { tool, work, state, cancel, deadline: timeout.map(Deadline::new) })
    }
}

impl<T> Driver<T> {
    /// What cancels the call.
    pub(crate) fn cancel(&mut self) -> &Arc<Cancel> {
        self.cancel.get_or_insert_default()
    }

    fn poll_work(&mut self, cx: &mut Context<'_>) -> Poll<Output<T>> {
        let polled = match &mut self.work {
            Running::Done(output) => return Poll::Ready(output.take().expect("polled after completion")),
            Running::Blocking(handle) => match ready!(Pin::new(handle).poll(cx)) {
                Ok(done) => done.map(Poll::Ready),
                Err(error) => {
                    Err(error.try_into_panic().unwrap_or_else(|_| Box::new("the runtime is shutting down")))
                }
            },
            Running::Future(future) => {
                let entered = self.state.as_ref().map(|state| Entered::new(state, cx.waker()));
                let polled = catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(cx)));
                drop(entered);
                polled
            }
        };
        match polled {
            Ok(polled) => polled,
            Err(panic) => {
                let _ = self.abandon();
                Poll::Ready(Output(Err(panicked(self.tool, panic))))
            }
        }
    }

    /// Drops the future, whose destructors may panic as well: the error then.
    fn abandon(&mut self) -> Result<(), ToolError> {
        let work = std::mem::replace(&mut self.work, Running::Done(None));
        // One that has ended, with a panic, is not cancelled by that: it is to be answered.
        if let Running::Blocking(handle) = &work
            && !handle.is_finished()
        {
            // One that runs already cannot be stopped; it can see that nobody waits.
            handle.abort();
            if let Some(cancel) = &self.cancel {
                cancel.cancel();
            }
        }
        catch_unwind(AssertUnwindSafe(|| drop(work))).map_err(|panic| panicked(self.tool, panic))
    }
}

// Nothing of it is pinned in place: what is polled has a box of its own.
impl<T> Unpin for Driver<T> {}

impl<T> Future for Driver<T> {
    type Output = Outcome<T>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Outcome<T>> {
        let this = &mut *self;
        // A step under `once` is not torn: its effect may be half done.
        let stepping = this.state.as_ref().is_some_and(|state| state.is_stepping());
        if this.is_cancelled() && !stepping {
            let _ = this.abandon();
            return Poll::Ready(Outcome::Cancelled);
        }
        let polled = this.poll_work(cx);
        if let Some(error) = this.state.as_ref().and_then(|state| state.take_fatal()) {
            let _ = this.abandon();
            return Poll::Ready(Outcome::Done(Output(Err(error))));
        }
        if let Poll::Ready(output) = polled {
            // A cancellation from within the last poll still counts: no response after it.
            if this.is_cancelled() {
                return Poll::Ready(Outcome::Cancelled);
            }
            let output = Output(output.0.map_err(|error| error.of_tool(this.tool)));
            return Poll::Ready(Outcome::Done(output));
        }
        // A round that ended while a step runs would run the step twice: it waits for the step.
        if let Some(state) = &this.state
            && !state.is_stepping()
        {
            let round = state.channel.round();
            if !round.is_empty() {
                // Dropped, not left: its destructors run, and nothing of it waits for the person.
                return Poll::Ready(match this.abandon() {
                    Ok(()) => Outcome::Asked(round),
                    // It would do so in every round.
                    Err(error) => Outcome::Done(Output(Err(error))),
                });
            }
        }
        if this.is_cancelled() {
            // The step goes on; once it is done, so is the call.
            if this.state.as_ref().is_none_or(|state| !state.is_stepping()) {
                cx.waker().wake_by_ref();
            }
            return Poll::Pending;
        }
        this.cancel().watch(cx.waker());
        this.poll_deadline(cx)
    }
}

impl<T> Driver<T> {
    fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(|cancel| cancel.is_cancelled())
    }

    fn poll_deadline(&mut self, cx: &mut Context<'_>) -> Poll<Outcome<T>> {
        let asking = self.state.as_ref().is_some_and(|state| state.asking.load(Ordering::Relaxed) > 0);
        let Some(deadline) = &mut self.deadline else { return Poll::Pending };
        ready!(deadline.poll(asking, cx));
        let error = ToolError::new(format!("`{}` did not finish within {:?}", self.tool, deadline.allowed));
        let _ = self.abandon();
        Poll::Ready(Outcome::Done(Output(Err(error))))
    }
}

impl<T> Drop for Driver<T> {
    fn drop(&mut self) {
        let _ = self.abandon();
    }
}

/// How many functions run on the blocking pool, where nothing can stop them.
static BUSY: AtomicUsize = AtomicUsize::new(0);

/// Whether any function runs on the blocking pool, so that the runtime's end would wait for it.
#[cfg(feature = "cli")]
pub(crate) fn is_blocked() -> bool {
    BUSY.load(Ordering::Relaxed) > 0
}

struct Busy;

impl Busy {
    fn new() -> Self {
        BUSY.fetch_add(1, Ordering::Relaxed);
        Self
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        BUSY.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Marks, for as long as it lives, that a call is being polled on this thread.
struct Entered {
    outer: Option<usize>,
}

impl Entered {
    fn new(state: &Arc<CallState>, waker: &Waker) -> Self {
        state.enter(waker);
        Self { outer: POLLED.replace(Some(Arc::as_ptr(state).addr())) }
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        POLLED.set(self.outer);
    }
}

/// The time that a tool may take, which stands still while a person is asked.
struct Deadline {
    allowed: Duration,
    left: Duration,
    /// Runs while nobody is asked.
    sleep: Option<Pin<Box<Sleep>>>,
}

impl Deadline {
    fn new(allowed: Duration) -> Self {
        Self { allowed, left: allowed, sleep: None }
    }

    fn poll(&mut self, asking: bool, cx: &mut Context<'_>) -> Poll<()> {
        if asking {
            if let Some(sleep) = self.sleep.take() {
                self.left = sleep.deadline().saturating_duration_since(Instant::now());
            }
            return Poll::Pending;
        }
        self.sleep.get_or_insert_with(|| Box::pin(tokio::time::sleep(self.left))).as_mut().poll(cx)
    }
}

/// Logs a panic, whose payload is nobody else's business, and says that there was one.
pub(crate) fn panicked(tool: &str, panic: Panic) -> ToolError {
    let payload = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("(no message)");
    tracing::error!(tool, payload, "a tool panicked");
    // A payload may panic when it is dropped, and that one has nobody else to catch it; its own is leaked.
    if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(panic))) {
        std::mem::forget(again);
    }
    ToolError::fault(format!(
        "`{tool}` failed because of a fault of its own; calling it the same way again will not help"
    ))
}
