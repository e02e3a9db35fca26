//! One call, from its request to its response: of a tool, of a resource that is read, of a prompt.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http::HeaderMap;
use serde_json::{Map, Value};

use crate::codec;
use crate::codec::result::Shape;
use crate::ctx::Ctx;
use crate::ctx::caller::Caller;
use crate::ctx::cancel::Cancel;
use crate::ctx::channel::Channel;
use crate::ctx::driver::{Driver, Outcome, panicked};
use crate::ctx::journal::Journal;
use crate::ctx::state::{CallFacts, CallState, Lender};
use crate::elicit::completion::Completions;
use crate::jsonrpc::{ErrorObject, RequestId, message};
use crate::server::Server;
use crate::server::operation::Operation;
use crate::server::round::Round;
use crate::session::calls::InFlight;
use crate::session::channel::announce;
use crate::session::{Hold, Session};
use crate::tool::ToolError;
use crate::tool::call::{Call, Lend, Work};

/// What a call starts from.
pub(crate) struct CallRequest<'a> {
    pub(crate) id: &'a RequestId,
    pub(crate) caller: &'a Arc<Caller>,
    /// What the context is made of, for functions that borrow one.
    pub(crate) context: &'a dyn Fn() -> Result<ContextParts, ErrorObject>,
}

/// Why a call did not start.
#[derive(Debug)]
pub(crate) enum NotStarted {
    /// The request is no good.
    Request(ErrorObject),
    /// The arguments are no good: all that is wrong with them, in words.
    Arguments(String),
    /// What was called is broken.
    Fault(ToolError),
}

impl NotStarted {
    /// An error result where the model, or nobody, can do better; an error where the client can.
    pub(crate) fn into_result(
        self,
        operation: &impl Operation,
        shape: &Shape<'_>,
    ) -> Result<String, ErrorObject> {
        let error = match self {
            Self::Request(error) => return Err(error),
            Self::Arguments(text) => ToolError::new(text),
            Self::Fault(error) => error,
        };
        operation.failure(shape, &error.into_failure())
    }
}

/// What a context is made of.
pub(crate) struct ContextParts {
    pub(crate) meta: Map<String, Value>,
    pub(crate) headers: HeaderMap,
    pub(crate) channel: Arc<dyn Channel>,
    /// What earlier rounds brought.
    pub(crate) journal: Journal,
}

/// A driver, and the state of its call where that has a context.
pub(crate) type Started<T> = (Driver<T>, Option<Arc<CallState>>);

impl Server {
    /// Starts an operation: `start` takes its arguments and gives the work, which is never `Refused`.
    pub(crate) fn drive<O: Operation>(
        &self,
        operation: &O,
        request: &CallRequest<'_>,
        start: impl FnOnce(Call) -> Result<Work<O::Product>, NotStarted>,
    ) -> Result<Started<O::Product>, NotStarted> {
        let CallRequest { id, caller, context } = request;
        let name = operation.name();
        let state = if operation.has_context() {
            let ContextParts { meta, headers, channel, journal } = context().map_err(NotStarted::Request)?;
            Some(Arc::new(CallState::new(CallFacts {
                tool: name,
                request_id: (*id).clone(),
                caller: Arc::clone(caller),
                headers,
                meta,
                channel,
                journal,
                completions: Arc::clone(&self.inner.completions),
                once_store: self.inner.once_store.clone(),
                ask_timeout: self.settings().ask_timeout,
            })))
        } else {
            None
        };
        let states = Arc::clone(&self.inner.states);
        let lender: Arc<dyn Lend> = match &state {
            Some(state) => Arc::new(Lender { ctx: Ctx { state: Arc::clone(state) }, states }),
            None => states,
        };
        // Decoding runs code of the author's too, and an inline function runs right here.
        let work = match catch_unwind(AssertUnwindSafe(|| start(Call::new(lender)))) {
            Ok(work) => work?,
            Err(panic) => return Err(NotStarted::Fault(panicked(name, panic))),
        };
        let driver = Driver::new(name, work, state.clone(), operation.timeout());
        Ok((driver.expect("what was refused did not start"), state))
    }
}

/// A call that runs: a future of its response, or of nothing where it was cancelled.
pub(crate) trait RunningCall: Future<Output = Option<Bytes>> + Send + Unpin {
    /// Whether the call goes on without the connection that it came on: in the session era it does
    /// (2025-11-25, transports), in the stateless era a client that goes away has cancelled (2026-07-28,
    /// cancellation).
    fn outlives_connection(&self) -> bool;

    /// Notes the call before anything polls it, where the next message may already be about it: it cancels
    /// the call, or has the same id. The refusal is the response to a call whose id is taken.
    fn admit(&mut self) -> Result<(), Bytes>;

    /// What cancels the call.
    fn cancel(&mut self) -> &Arc<Cancel>;
}

/// A call of one operation.
pub(crate) struct Running<O: Operation> {
    operation: O,
    id: RequestId,
    driver: Driver<O::Product>,
    reply: Reply,
    /// There from the first poll that did not finish the call, if not before.
    in_flight: Option<(Option<InFlight>, Option<Hold>)>,
}

/// How the response of a call is made, by the era of its request.
pub(crate) enum Reply {
    Session { session: Arc<Session>, completions: Arc<Completions> },
    Stateless(Box<Round>),
}

impl<O: Operation> Running<O> {
    pub(crate) fn new(operation: O, id: &RequestId, driver: Driver<O::Product>, reply: Reply) -> Self {
        Self { operation, id: id.clone(), driver, reply, in_flight: None }
    }

    /// Notes the call as one that goes on; an error response where another one has its id. It does so itself
    /// once it has to wait: most calls over HTTP never do.
    fn enter(&mut self) -> Result<(), Bytes> {
        let cancel = Arc::clone(self.driver.cancel());
        let (calls, hold) = match &self.reply {
            Reply::Session { session, .. } => (Some(&session.calls), Some(session.hold())),
            Reply::Stateless(round) => (round.calls.as_ref(), None),
        };
        let in_flight = match calls.map(|calls| calls.enter(&self.id, &cancel)) {
            Some(None) => {
                let error = ErrorObject::invalid_request("a request with this id is still running");
                return Err(message::failure(Some(&self.id), &error));
            }
            Some(in_flight) => in_flight,
            None => None,
        };
        self.in_flight = Some((in_flight, hold));
        Ok(())
    }
}

impl<O: Operation> RunningCall for Running<O> {
    fn outlives_connection(&self) -> bool {
        matches!(self.reply, Reply::Session { .. })
    }

    fn admit(&mut self) -> Result<(), Bytes> {
        self.enter()
    }

    fn cancel(&mut self) -> &Arc<Cancel> {
        self.driver.cancel()
    }
}

impl<O: Operation> Future for Running<O> {
    type Output = Option<Bytes>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.get_mut();
        let polled = Pin::new(&mut this.driver).poll(cx);
        if polled.is_pending()
            && this.in_flight.is_none()
            && let Err(refusal) = this.enter()
        {
            return Poll::Ready(Some(refusal));
        }
        let outcome = ready!(polled);
        // Before the response goes out: a client may use the id again as soon as it has it.
        this.in_flight = None;
        let result = match (&mut this.reply, outcome) {
            // A channel of the session era waits; it has no rounds.
            (_, Outcome::Cancelled) | (Reply::Session { .. }, Outcome::Asked(_)) => return Poll::Ready(None),
            (Reply::Session { session, completions }, Outcome::Done(output)) => {
                // The call is over by the time that anybody is done.
                let shown = |id: &str| completions.show(id, Some(announce(Arc::downgrade(session), None)));
                codec::session::finish(&this.operation, &session.caller, output, shown)
            }
            (Reply::Stateless(round), outcome) => round.finish(&this.operation, outcome),
        };
        Poll::Ready(Some(message::response(&this.id, result)))
    }
}
