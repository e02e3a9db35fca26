//! What a request of the stateless era comes to.

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;
use http::HeaderMap;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::codec;
use crate::codec::result::Shape;
use crate::codec::stateless::Caching;
use crate::jsonrpc::{ErrorCode, ErrorObject, Request, RequestId, message};
use crate::server::Server;
use crate::server::call::{CallRequest, ContextParts, NotStarted, Reply, RunningCall};
use crate::server::listen::Listener;
use crate::server::params::{CallToolParams, ListParams};
use crate::server::requirements::missing;
use crate::server::round::{Round, refuses_urls};
use crate::session::Outlet;
use crate::session::calls::Calls;
use crate::stateless::channel::StatelessChannel;
use crate::stateless::meta::Envelope;
use crate::stateless::state::{Binding, RequestState};

/// What a request comes to.
pub(crate) enum Reaction {
    /// An answer at once.
    Reply(Bytes),
    /// A call that goes on.
    Call(Box<RunningCall>),
    /// A stream of notifications, opened by its first one.
    Listen(Listener),
    /// Nothing is done for it.
    Refused(Refused),
}

/// Why nothing is done for a request; HTTP has a status for each.
pub(crate) enum Refused {
    /// It is not what a request has to be, or its client not what it takes.
    Request(ErrorObject),
    /// There is no such method.
    Method(ErrorObject),
}

/// A request with what it came with.
pub(crate) struct Incoming<'a> {
    pub(crate) envelope: Envelope,
    pub(crate) headers: &'a HeaderMap,
    /// Where messages beside the answer go.
    pub(crate) outlet: &'a (dyn Fn() -> Arc<dyn Outlet> + Sync),
    /// Whether the client reads them while the call runs.
    pub(crate) streams: bool,
    /// The calls of the connection, where several share it.
    pub(crate) calls: Option<&'a Arc<Calls>>,
}

impl Server {
    /// Answers a request that names its own revision.
    pub(crate) fn serve_stateless(&self, incoming: Incoming<'_>, request: &Request<'_>) -> Reaction {
        let Request { id, method, params } = request;
        if incoming.calls.is_some_and(|calls| calls.is_running(id)) {
            let error = ErrorObject::invalid_request("a request with this id is still running");
            return Reaction::Refused(Refused::Request(error));
        }
        let result = match &**method {
            "server/discover" => Ok(self.discover()),
            "tools/list" if self.catalogue().offers_tools() => self.list_tools_stateless(*params),
            "tools/call" if self.catalogue().offers_tools() => {
                return self.call_stateless(incoming, id, *params);
            }
            "subscriptions/listen" => match self.listen(id, *params) {
                Ok(listener) => return Reaction::Listen(listener),
                Err(error) => Err(error),
            },
            other => return Reaction::Refused(Refused::Method(ErrorObject::method_not_found(other))),
        };
        Reaction::Reply(render(id, result))
    }

    fn discover(&self) -> String {
        codec::stateless::discover(
            &self.capabilities(),
            self.inner.instructions.as_deref(),
            self.caching(),
            self.server_info(),
        )
    }

    fn list_tools_stateless(&self, params: Option<&RawValue>) -> Result<String, ErrorObject> {
        let ListParams { cursor } = ListParams::read(params)?;
        self.catalogue().stateless_page(
            self.settings().page_size,
            cursor.as_deref(),
            self.caching(),
            self.server_info(),
        )
    }

    fn call_stateless(&self, incoming: Incoming<'_>, id: &RequestId, params: Option<&RawValue>) -> Reaction {
        let shape = Shape::stateless(self.server_info());
        match self.start_stateless(incoming, id, params) {
            Ok(call) => Reaction::Call(Box::new(call)),
            Err(Stopped::Refused(refused)) => Reaction::Refused(refused),
            Err(Stopped::NotStarted(reason)) => Reaction::Reply(render(id, reason.into_result(&shape))),
        }
    }

    fn start_stateless(
        &self,
        incoming: Incoming<'_>,
        id: &RequestId,
        params: Option<&RawValue>,
    ) -> Result<RunningCall, Stopped> {
        let Incoming { envelope: Envelope { caller, log_level }, headers, outlet, streams, calls } = incoming;
        let params = CallToolParams::read(params)?;
        let registered = self.find_tool(&params.name)?;
        if let Some(missing) = missing(&registered.tool, &caller.capabilities) {
            return Err(Stopped::Refused(Refused::Request(
                ErrorObject::new(ErrorCode::MissingRequiredClientCapability, missing.text)
                    .data(json!({"requiredCapabilities": missing.capabilities})),
            )));
        }
        let binding = Binding::new(self.name(), None, "tools/call", &params.name, params.arguments);
        // Opened for tools that never ask, too: a state that is no good is refused wherever it goes.
        let carried = self.carried(&params, &binding)?;
        let answers = answers(&params)?;
        let opens_urls = caller.capabilities.url();
        let refused_urls = refuses_urls(answers.iter());
        let caller = Arc::new(caller);
        let RequestState { round: number, journal, .. } = carried;
        let request = CallRequest {
            registered: &registered,
            id,
            arguments: params.arguments,
            caller: &caller,
            context: &|| {
                let channel = StatelessChannel::new(outlet(), streams, log_level, answers.clone());
                Ok(ContextParts {
                    meta: params.meta()?,
                    headers: headers.clone(),
                    channel: Arc::new(channel),
                    journal: journal.clone(),
                })
            },
        };
        let (driver, state) = self.drive(&request)?;
        let calls = calls.cloned();
        let round = Round { server: self.clone(), state, binding, number, opens_urls, refused_urls, calls };
        Ok(RunningCall::new(&registered, id, driver, Reply::Stateless(Box::new(round))))
    }

    /// What the client carried here from the round before, or the beginning of all rounds.
    ///
    /// Whatever is wrong with it, the answer is one and the same: it tells nothing of what a better forgery
    /// would look like.
    fn carried(&self, params: &CallToolParams<'_>, binding: &Binding) -> Result<RequestState, ErrorObject> {
        let Some(state) = params.request_state else { return Ok(RequestState::default()) };
        serde_json::from_str::<String>(state.get())
            .ok()
            .and_then(|state| RequestState::open(&state, self.seal(), binding))
            .ok_or_else(|| {
                ErrorObject::invalid_params("`requestState` is invalid or has expired; call again without it")
            })
    }

    fn caching(&self) -> Caching {
        self.settings().caching
    }
}

/// Answers to earlier questions, by key: each an object, though not yet a good one.
fn answers(params: &CallToolParams<'_>) -> Result<HashMap<String, Value>, ErrorObject> {
    let Some(responses) = params.input_responses else { return Ok(HashMap::new()) };
    serde_json::from_str::<HashMap<String, Value>>(responses.get())
        .ok()
        .filter(|responses| responses.values().all(Value::is_object))
        .ok_or_else(|| ErrorObject::invalid_params("`inputResponses` must be an object of objects"))
}

fn render(id: &RequestId, result: Result<String, ErrorObject>) -> Bytes {
    match result {
        Ok(result) => message::success(id, &result),
        Err(error) => message::failure(Some(id), &error),
    }
}

enum Stopped {
    Refused(Refused),
    NotStarted(NotStarted),
}

impl From<ErrorObject> for Stopped {
    fn from(error: ErrorObject) -> Self {
        Self::NotStarted(NotStarted::Request(error))
    }
}

impl From<NotStarted> for Stopped {
    fn from(reason: NotStarted) -> Self {
        Self::NotStarted(reason)
    }
}
