//! One call of a tool in a session, from its request to its response.

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
use crate::ctx::Ctx;
use crate::ctx::caller::Caller;
use crate::ctx::channel::Channel;
use crate::ctx::driver::{Driver, Outcome, panicked};
use crate::ctx::state::{CallFacts, CallState, Lender};
use crate::jsonrpc::{ErrorObject, RequestId, message};
use crate::server::Server;
use crate::server::catalogue::Registered;
use crate::server::dispatch::Refusal;
use crate::session::calls::InFlight;
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

impl From<NotStarted> for Refusal {
    fn from(reason: NotStarted) -> Self {
        match reason {
            NotStarted::Request(error) => Self::Error(error),
            NotStarted::Arguments(text) => Self::Result(codec::session::error_result(&text)),
            NotStarted::Fault(error) => Self::Result(codec::session::error_result(error.message())),
        }
    }
}

pub(crate) type ContextParts = (Map<String, Value>, HeaderMap, Arc<dyn Channel>);

impl Server {
    /// Takes the arguments and starts the tool.
    pub(crate) fn drive(&self, request: &CallRequest<'_>) -> Result<Driver, NotStarted> {
        let CallRequest { registered, id, arguments, caller, context } = request;
        let tool = &registered.tool;
        let state = if registered.session_only {
            let (meta, headers, channel) = context().map_err(NotStarted::Request)?;
            Some(Arc::new(CallState::new(CallFacts {
                tool: tool.name,
                request_id: (*id).clone(),
                caller: Arc::clone(caller),
                headers,
                meta,
                channel,
                completions: Arc::clone(&self.inner.completions),
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
        // Decoding runs code of the author's too, and an inline tool runs right here.
        let work = catch_unwind(AssertUnwindSafe(|| (tool.start)(Call::new(lender), &mut taken)));
        match work {
            Ok(work) => Driver::new(tool.name, work, state, tool.timeout)
                .ok_or_else(|| NotStarted::Arguments(taken.refusal(tool.name))),
            Err(panic) => Err(NotStarted::Fault(panicked(tool.name, &panic))),
        }
    }

    /// Starts a call of a session.
    pub(crate) fn start_call(
        &self,
        request: CallRequest<'_>,
        session: &Arc<Session>,
    ) -> Result<RunningCall, Refusal> {
        let driver = self.drive(&request)?;
        Ok(RunningCall {
            registered: Arc::clone(request.registered),
            id: request.id.clone(),
            session: Arc::clone(session),
            driver,
            in_flight: None,
        })
    }
}

/// A call that runs: a future of its response, or of nothing where it was cancelled.
pub(crate) struct RunningCall {
    registered: Arc<Registered>,
    id: RequestId,
    session: Arc<Session>,
    driver: Driver,
    /// There from the first poll that did not finish the call.
    in_flight: Option<(InFlight, Hold)>,
}

impl Future for RunningCall {
    type Output = Option<Bytes>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.get_mut();
        let polled = Pin::new(&mut this.driver).poll(cx);
        if polled.is_pending() && this.in_flight.is_none() {
            match this.session.calls.enter(&this.id, this.driver.cancel()) {
                Some(in_flight) => this.in_flight = Some((in_flight, this.session.hold())),
                None => {
                    let error = ErrorObject::invalid_request("a request with this id is still running");
                    return Poll::Ready(Some(message::failure(Some(&this.id), &error)));
                }
            }
        }
        let outcome = ready!(polled);
        // Before the response goes out: a client may use the id again as soon as it has it.
        this.in_flight = None;
        Poll::Ready(match outcome {
            // A channel of the session era waits; it has no rounds.
            Outcome::Cancelled | Outcome::Asked(_) => None,
            Outcome::Done(output) => {
                let caller = &this.session.caller;
                let result = codec::session::call_result(
                    &this.registered,
                    caller.revision,
                    caller.capabilities.url(),
                    output,
                );
                Some(match result {
                    Ok(result) => message::success(&this.id, &result),
                    Err(error) => message::failure(Some(&this.id), &error),
                })
            }
        })
    }
}
