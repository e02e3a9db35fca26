//! Tools that go on for as long as a test wants.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Semaphore;

/// Shows what a tool is at, and holds it there.
#[derive(Debug, Clone)]
pub struct Gate(Arc<State>);

#[derive(Debug)]
struct State {
    begun: Semaphore,
    open: Semaphore,
    passed: AtomicBool,
    gone: Semaphore,
}

/// Tells, when it is dropped, that a tool's future was.
pub struct Guard<'a>(&'a Gate);

impl Gate {
    pub fn new() -> Self {
        let [begun, open, gone] = [0; 3].map(Semaphore::new);
        Self(Arc::new(State { begun, open, passed: AtomicBool::new(false), gone }))
    }

    /// For the tool: says that it has begun.
    pub fn enter(&self) -> Guard<'_> {
        self.0.begun.add_permits(1);
        Guard(self)
    }

    /// For the tool: waits to be let on.
    pub async fn pass(&self) {
        self.0.open.acquire().await.unwrap().forget();
        self.0.passed.store(true, Ordering::SeqCst);
    }

    /// For a tool that is not async.
    pub fn pass_blocking(&self) {
        futures::executor::block_on(self.pass());
    }

    /// Waits until a tool has begun.
    pub async fn begun(&self) {
        self.0.begun.acquire().await.unwrap().forget();
    }

    /// Whether a tool has begun that nobody waited for.
    pub fn has_begun(&self) -> bool {
        self.0.begun.available_permits() > 0
    }

    /// Whether a tool was let on.
    pub fn has_passed(&self) -> bool {
        self.0.passed.load(Ordering::SeqCst)
    }

    /// Lets a tool on.
    pub fn open(&self) {
        self.0.open.add_permits(1);
    }

    /// Takes back what nobody took.
    pub fn shut(&self) {
        self.0.open.forget_permits(usize::MAX >> 4);
    }

    /// Waits until a tool's future was dropped.
    pub async fn gone(&self) {
        self.0.gone.acquire().await.unwrap().forget();
    }
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.0.0.gone.add_permits(1);
    }
}
