use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Waker;
use std::time::Duration;

use http::HeaderMap;
use serde_json::{Map, Value};

use crate::ctx::caller::Caller;
use crate::ctx::cancel::Cancel;
use crate::ctx::channel::Channel;
use crate::ctx::journal::Journal;
use crate::ctx::keys::Keys;
use crate::ctx::once_store::OnceStore;
use crate::ctx::report::Progress;
use crate::elicit::completion::Completions;
use crate::jsonrpc::RequestId;
use crate::tool::ToolError;
use crate::tool::call::Lend;

/// The context of a call, lent to tools that ask for it as `ctx: &Ctx`.
///
/// It puts questions to the user ([`elicit`](Ctx::elicit), [`confirm`](Ctx::confirm),
/// [`choose`](Ctx::choose), [`elicit_url`](Ctx::elicit_url)), reports progress, writes log messages and
/// tells who calls. A tool with a context is *session-only*: the REST route, which has no way back to a
/// person, refuses it with 409.
///
/// It is lent and cannot be cloned, so it cannot outlive its call.
pub struct Ctx {
    pub(crate) state: Arc<CallState>,
}

/// What one call is made of.
pub(crate) struct CallState {
    pub(crate) tool: &'static str,
    pub(crate) request_id: RequestId,
    pub(crate) caller: Arc<Caller>,
    pub(crate) headers: HeaderMap,
    pub(crate) meta: Map<String, Value>,
    pub(crate) progress: Progress,
    pub(crate) channel: Arc<dyn Channel>,
    pub(crate) cancel: Arc<Cancel>,
    pub(crate) completions: Arc<Completions>,
    pub(crate) once_store: Option<Arc<dyn OnceStore>>,
    /// How long a question waits unless it says otherwise.
    pub(crate) ask_timeout: Duration,
    pub(crate) journal: Mutex<Journal>,
    pub(crate) keys: Mutex<Keys>,
    /// How many questions are with the person.
    pub(crate) asking: AtomicUsize,
    /// How many `once` steps are running.
    stepping: AtomicUsize,
    /// Counts the polls of the driver.
    ticks: AtomicU64,
    /// The waker of the driver's last poll.
    pub(crate) driver_waker: WakerCell,
    fatal: Mutex<Option<ToolError>>,
}

/// What a call is made from.
pub(crate) struct CallFacts {
    pub(crate) tool: &'static str,
    pub(crate) request_id: RequestId,
    pub(crate) caller: Arc<Caller>,
    pub(crate) headers: HeaderMap,
    pub(crate) meta: Map<String, Value>,
    pub(crate) channel: Arc<dyn Channel>,
    pub(crate) journal: Journal,
    pub(crate) completions: Arc<Completions>,
    pub(crate) once_store: Option<Arc<dyn OnceStore>>,
    pub(crate) ask_timeout: Duration,
}

impl CallState {
    pub(crate) fn new(facts: CallFacts) -> Self {
        let CallFacts {
            tool,
            request_id,
            caller,
            headers,
            meta,
            channel,
            journal,
            completions,
            once_store,
            ask_timeout,
        } = facts;
        Self {
            tool,
            request_id,
            caller,
            headers,
            progress: Progress::new(&meta),
            meta,
            channel,
            completions,
            once_store,
            ask_timeout,
            cancel: Arc::default(),
            journal: Mutex::new(journal),
            keys: Mutex::default(),
            asking: AtomicUsize::new(0),
            stepping: AtomicUsize::new(0),
            ticks: AtomicU64::new(0),
            driver_waker: WakerCell::default(),
            fatal: Mutex::default(),
        }
    }

    /// Ends the call with an error that the tool cannot catch, for mistakes that only its author can cure.
    pub(crate) fn fail(&self, error: ToolError) {
        lock(&self.fatal).get_or_insert(error);
    }

    pub(crate) fn take_fatal(&self) -> Option<ToolError> {
        lock(&self.fatal).take()
    }

    /// Notes a `once` step as running for as long as the guard lives.
    pub(crate) fn step(&self) -> Step<'_> {
        self.stepping.fetch_add(1, Ordering::Relaxed);
        Step(self)
    }

    pub(crate) fn is_stepping(&self) -> bool {
        self.stepping.load(Ordering::Relaxed) > 0
    }

    pub(crate) fn enter(&self, waker: &Waker) {
        self.ticks.fetch_add(1, Ordering::Relaxed);
        self.driver_waker.register(waker);
    }

    pub(crate) fn ticks(&self) -> u64 {
        self.ticks.load(Ordering::Relaxed)
    }
}

/// A `once` step that runs.
pub(crate) struct Step<'a>(&'a CallState);

impl Drop for Step<'_> {
    fn drop(&mut self) {
        self.0.stepping.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Locks, whatever happened to whoever held it before: none of our critical sections leaves a mess.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A place for one waker.
#[derive(Debug, Default)]
pub(crate) struct WakerCell(Mutex<Option<Waker>>);

impl WakerCell {
    pub(crate) fn register(&self, waker: &Waker) {
        let mut cell = lock(&self.0);
        match &mut *cell {
            Some(old) => old.clone_from(waker),
            empty => *empty = Some(waker.clone()),
        }
    }

    pub(crate) fn wake(&self) {
        let waker = lock(&self.0).take();
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    pub(crate) fn is(&self, waker: &Waker) -> bool {
        lock(&self.0).as_ref().is_some_and(|own| own.will_wake(waker))
    }
}

/// State that tools share, by type.
#[derive(Default, Clone)]
pub(crate) struct States(HashMap<TypeId, Arc<dyn Any + Send + Sync>>);

impl States {
    /// Adds a value; `false` where one of its type is there already.
    pub(crate) fn insert<T: Any + Send + Sync>(&mut self, value: T) -> bool {
        self.0.insert(TypeId::of::<T>(), Arc::new(value)).is_none()
    }

    pub(crate) fn contains(&self, type_id: TypeId) -> bool {
        self.0.contains_key(&type_id)
    }
}

impl Lend for States {
    fn lend(&self, type_id: TypeId) -> Option<&(dyn Any + Send + Sync)> {
        self.0.get(&type_id).map(AsRef::as_ref)
    }
}

/// What is lent to a tool that asks for a context: the context, and the shared state.
pub(crate) struct Lender {
    pub(crate) ctx: Ctx,
    pub(crate) states: Arc<States>,
}

impl Lend for Lender {
    fn lend(&self, type_id: TypeId) -> Option<&(dyn Any + Send + Sync)> {
        if type_id == TypeId::of::<Ctx>() { Some(&self.ctx) } else { self.states.lend(type_id) }
    }
}

impl fmt::Debug for Ctx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ctx").field("tool", &self.state.tool).finish_non_exhaustive()
    }
}
