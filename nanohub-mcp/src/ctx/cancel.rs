use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Waker;

use tokio::sync::Notify;

use crate::ctx::state::WakerCell;

/// Whether a call was cancelled, for whoever polls it and whoever waits for it.
#[derive(Debug, Default)]
pub(crate) struct Cancel {
    cancelled: AtomicBool,
    /// Who drives the call.
    driver: WakerCell,
    /// Who waits inside the call.
    waiting: Notify,
}

impl Cancel {
    /// Cancels: the call's future is dropped at its driver's next poll, which this brings about.
    pub(crate) fn cancel(&self) {
        self.cancelled.store(true, Ordering::Release);
        self.waiting.notify_waiters();
        self.driver.wake();
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Acquire)
    }

    /// Wakes the driver on cancellation, at once where it has happened already.
    pub(crate) fn watch(&self, driver: &Waker) {
        self.driver.register(driver);
        if self.is_cancelled() {
            driver.wake_by_ref();
        }
    }

    /// Resolves once the call is cancelled.
    pub(crate) async fn cancelled(&self) {
        // Registered before the look, so that a cancellation between the two is not missed.
        let mut notified = std::pin::pin!(self.waiting.notified());
        notified.as_mut().enable();
        if !self.is_cancelled() {
            notified.await;
        }
    }
}
