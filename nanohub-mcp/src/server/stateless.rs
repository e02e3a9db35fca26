//! What a request of the stateless era comes to.

use std::sync::Arc;

use bytes::Bytes;
use http::HeaderMap;
use serde_json::json;
use serde_json::value::RawValue;

use crate::codec;
use crate::codec::result::Shape;
use crate::codec::stateless::Caching;
use crate::jsonrpc::{ErrorCode, ErrorObject, Request, RequestId, message};
use crate::server::Server;
use crate::server::call::{CallRequest, ContextParts, NotStarted, Reply, Running, RunningCall};
use crate::server::listen::Listener;
use crate::server::operation::Operation;
use crate::server::params::{CallToolParams, Carried, ListParams};
use crate::server::requirements::missing;
use crate::server::round::{Round, refuses_urls};
use crate::session::Outlet;
use crate::session::calls::Calls;
use crate::stateless::channel::StatelessChannel;
use crate::stateless::meta::Envelope;
use crate::stateless::state::{Binding, RequestState};
use crate::tool::call::{Call, Work};

/// What a request comes to.
pub(crate) enum Reaction {
    /// An answer at once.
    Reply(Bytes),
    /// A call that goes on.
    Call(Box<dyn RunningCall>),
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
        let reply = |result: Result<String, ErrorObject>| Reaction::Reply(message::response(id, result));
        let react =
            |started: Result<Reaction, ErrorObject>| started.unwrap_or_else(|error| reply(Err(error)));
        match &**method {
            "server/discover" => reply(Ok(self.discover())),
            "tools/list" if self.has_tools() => reply(self.list_tools_stateless(*params)),
            "tools/call" if self.has_tools() => react(self.call_tool_stateless(incoming, id, *params)),
            "resources/list" if self.has_resources() => reply(self.list_resources_stateless(*params)),
            "resources/templates/list" if self.has_resources() => {
                reply(self.list_templates_stateless(*params))
            }
            "resources/read" if self.has_resources() => {
                react(self.read_resource_stateless(incoming, id, *params))
            }
            "prompts/list" if self.has_prompts() => reply(self.list_prompts_stateless(*params)),
            "prompts/get" if self.has_prompts() => react(self.get_prompt_stateless(incoming, id, *params)),
            "completion/complete" if self.completes() => {
                react(self.complete_stateless(incoming, id, *params))
            }
            "subscriptions/listen" => react(self.listen(id, *params).map(Reaction::Listen)),
            other => Reaction::Refused(Refused::Method(ErrorObject::method_not_found(other))),
        }
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

    fn call_tool_stateless(
        &self,
        incoming: Incoming<'_>,
        id: &RequestId,
        params: Option<&RawValue>,
    ) -> Result<Reaction, ErrorObject> {
        let params = CallToolParams::read(params)?;
        let registered = self.find_tool(&params.name)?;
        if let Some(missing) = missing(&registered.tool, &incoming.envelope.caller.capabilities) {
            return Ok(Reaction::Refused(Refused::Request(
                ErrorObject::new(ErrorCode::MissingRequiredClientCapability, missing.text)
                    .data(json!({"requiredCapabilities": missing.capabilities})),
            )));
        }
        let route = Route { method: "tools/call", name: &params.name, arguments: params.arguments };
        self.start_stateless(incoming, id, &route, registered, &params.carried(), |registered, call| {
            registered.start(call, params.arguments)
        })
    }

    /// Starts an operation for one request, with what earlier rounds brought.
    pub(crate) fn start_stateless<O: Operation>(
        &self,
        incoming: Incoming<'_>,
        id: &RequestId,
        route: &Route<'_>,
        operation: O,
        carried: &Carried<'_>,
        start: impl FnOnce(&O, Call) -> Result<Work<O::Product>, NotStarted>,
    ) -> Result<Reaction, ErrorObject> {
        let Incoming { envelope: Envelope { caller, log_level }, headers, outlet, streams, calls } = incoming;
        let Route { method, name, arguments } = *route;
        let binding = Binding::new(self.name(), None, method, name, arguments);
        // Opened for functions that never ask, too: a state that is no good is refused wherever it goes.
        let RequestState { round: number, journal, .. } = self.opened(carried, &binding)?;
        let answers = carried.answers()?;
        let opens_urls = caller.capabilities.url();
        let refused_urls = refuses_urls(answers.iter());
        let caller = Arc::new(caller);
        let request = CallRequest {
            id,
            caller: &caller,
            context: &|| {
                let channel = StatelessChannel::new(outlet(), streams, log_level, answers.clone());
                Ok(ContextParts {
                    meta: carried.meta()?,
                    headers: headers.clone(),
                    channel: Arc::new(channel),
                    journal: journal.clone(),
                })
            },
        };
        Ok(match self.drive(&operation, &request, |call| start(&operation, call)) {
            Ok((driver, state)) => {
                let calls = calls.cloned();
                let round =
                    Round { server: self.clone(), state, binding, number, opens_urls, refused_urls, calls };
                let reply = Reply::Stateless(Box::new(round));
                Reaction::Call(Box::new(Running::new(operation, id, driver, reply)))
            }
            Err(reason) => {
                let shape = Shape::stateless(self.server_info());
                Reaction::Reply(message::response(id, reason.into_result(&operation, &shape)))
            }
        })
    }

    /// What the client carried here from the round before, or the beginning of all rounds.
    ///
    /// Whatever is wrong with it, the answer is one and the same: it tells nothing of what a better forgery
    /// would look like.
    fn opened(&self, carried: &Carried<'_>, binding: &Binding) -> Result<RequestState, ErrorObject> {
        let Some(state) = carried.request_state else { return Ok(RequestState::default()) };
        serde_json::from_str::<String>(state.get())
            .ok()
            .and_then(|state| RequestState::open(&state, self.seal(), binding))
            .ok_or_else(|| {
                ErrorObject::invalid_params("`requestState` is invalid or has expired; call again without it")
            })
    }

    pub(crate) fn caching(&self) -> Caching {
        self.settings().caching
    }
}

/// What a request is for, which its state is bound to.
pub(crate) struct Route<'a> {
    pub(crate) method: &'static str,
    /// Of a tool or a prompt, or the URI of a resource.
    pub(crate) name: &'a str,
    pub(crate) arguments: Option<&'a RawValue>,
}
