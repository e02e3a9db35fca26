//! One call of a tool, from its request to its response.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http::HeaderMap;
use serde_json::value::RawValue;
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
use crate::server::catalogue::Registered;
use crate::server::round::Round;
use crate::session::calls::InFlight;
use crate::session::channel::announce;
use crate::session::{Hold, Session};
use crate::tool::ToolError;
use crate::tool::call::{Call, Lend};

/// What a call starts from.
pub(crate) struct CallRequest<'a> {
    pub(crate) registered: &'a Arc<Registered>,
    pub(crate) id: &'a RequestId,
    pub(crate) arguments: Option<&'a RawValue>,
    pub(crate) caller: &'a Arc<Caller>,
    /// What the context is made of, for tools that have one.
    pub(crate) context: &'a dyn Fn() -> Result<ContextParts, ErrorObject>,
}

/// Why a tool did not start.
#[derive(Debug)]
pub(crate) enum NotStarted {
    /// The request is no good.
    Request(ErrorObject),
    /// The arguments are no good: all that is wrong with them, in words.
    Arguments(String),
    /// The tool is broken.
    Fault(ToolError),
}

impl NotStarted {
    /// An error result where the model, or nobody, can do better; an error where the client can.
    pub(crate) fn into_result(self, shape: &Shape<'_>) -> Result<String, ErrorObject> {
        match self {
            Self::Request(error) => Err(error),
            Self::Arguments(text) => Ok(codec::result::error(shape, &text)),
            Self::Fault(error) => Ok(codec::result::error(shape, error.message())),
        }
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

impl Server {
    /// Takes the arguments and starts the tool; the state is that of the call, where it has a context.
    pub(crate) fn drive(
        &self,
        request: &CallRequest<'_>,
    ) -> Result<(Driver, Option<Arc<CallState>>), NotStarted> {
        let CallRequest { registered, id, arguments, caller, context } = request;
        let tool = &registered.tool;
        let state = if registered.session_only {
            let ContextParts { meta, headers, channel, journal } = context().map_err(NotStarted::Request)?;
            Some(Arc::new(CallState::new(CallFacts {
                tool: tool.name,
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
        let mut taken = registered.inputs.accept(*arguments);
        // A tool without arguments takes none, and so finds nothing wrong with what was sent.
        if tool.arguments.is_empty() && taken.is_refused() {
            return Err(NotStarted::Arguments(taken.refusal(tool.name)));
        }
        // Decoding runs code of the author's too, and an inline tool runs right here.
        let work = catch_unwind(AssertUnwindSafe(|| (tool.start)(Call::new(lender), &mut taken)));
        match work {
            Ok(work) => Driver::new(tool.name, work, state.clone(), tool.timeout)
                .map(|driver| (driver, state))
                .ok_or_else(|| NotStarted::Arguments(taken.refusal(tool.name))),
            Err(panic) => Err(NotStarted::Fault(panicked(tool.name, &panic))),
        }
    }
}

/// A call that runs: a future of its response, or of nothing where it was cancelled.
pub(crate) struct RunningCall {
    registered: Arc<Registered>,
    id: RequestId,
    driver: Driver,
    reply: Reply,
    /// There from the first poll that did not finish the call, if not before.
    in_flight: Option<(Option<InFlight>, Option<Hold>)>,
}

/// How the response of a call is made, by the era of its request.
pub(crate) enum Reply {
    Session { session: Arc<Session>, completions: Arc<Completions> },
    Stateless(Box<Round>),
}

impl RunningCall {
    pub(crate) fn new(registered: &Arc<Registered>, id: &RequestId, driver: Driver, reply: Reply) -> Self {
        Self { registered: Arc::clone(registered), id: id.clone(), driver, reply, in_flight: None }
    }

    /// Whether the call goes on without the connection that it came on: in the session era it does
    /// (2025-11-25, transports), in the stateless era a client that goes away has cancelled (2026-07-28,
    /// cancellation).
    pub(crate) fn outlives_connection(&self) -> bool {
        matches!(self.reply, Reply::Session { .. })
    }

    /// Notes the call before anything polls it, where the next message may already be about it: it cancels
    /// the call, or has the same id. The refusal is the response to a call whose id is taken.
    pub(crate) fn admit(mut self: Box<Self>) -> Result<Box<Self>, Bytes> {
        self.enter()?;
        Ok(self)
    }

    /// What cancels the call.
    pub(crate) fn cancel(&mut self) -> &Arc<Cancel> {
        self.driver.cancel()
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

impl Future for RunningCall {
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
                let Caller { revision, capabilities, .. } = &*session.caller;
                // The call is over by the time that anybody is done.
                let shown = |id: &str| completions.show(id, Some(announce(Arc::downgrade(session), None)));
                codec::session::call_result(&this.registered, *revision, capabilities.url(), output, shown)
            }
            (Reply::Stateless(round), outcome) => Ok(round.finish(&this.registered, outcome)),
        };
        Poll::Ready(Some(match result {
            Ok(result) => message::success(&this.id, &result),
            Err(error) => message::failure(Some(&this.id), &error),
        }))
    }
}
