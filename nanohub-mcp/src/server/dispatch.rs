//! What a request of the session era comes to.

use std::borrow::Cow;
use std::sync::Arc;

use bytes::Bytes;
use http::HeaderMap;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::codec::result::Shape;
use crate::ctx::journal::Journal;
use crate::jsonrpc::message::{self, Malformed};
use crate::jsonrpc::{ErrorObject, Request, RequestId, Response};
use crate::protocol::LogLevel;
use crate::server::Server;
use crate::server::call::{CallRequest, ContextParts, NotStarted, Reply, Running, RunningCall};
use crate::server::catalogue::Registered;
use crate::server::operation::Operation;
use crate::server::params::{CallToolParams, Carried, ListParams, read};
use crate::server::requirements::missing;
use crate::session::calls::Calls;
use crate::session::channel::SessionChannel;
use crate::session::{Outlet, Session};
use crate::tool::call::{Call, Work};

/// What a request comes to: an answer at once, or a call that goes on.
pub(crate) enum Reaction {
    Reply(Bytes),
    Call(Box<dyn RunningCall>),
}

/// A request with what it came with.
pub(crate) struct Incoming<'a> {
    pub(crate) session: &'a Arc<Session>,
    pub(crate) headers: &'a HeaderMap,
    /// Where messages beside the answer go.
    pub(crate) outlet: &'a (dyn Fn() -> Arc<dyn Outlet> + Sync),
    /// Whether the client reads them while the call runs.
    pub(crate) streams: bool,
}

#[derive(Deserialize)]
struct SetLevelParams {
    level: LogLevel,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CancelledParams<'a> {
    #[serde(borrow)]
    request_id: &'a RawValue,
}

impl Server {
    /// Answers a request of a session.
    pub(crate) fn serve_request(&self, incoming: &Incoming<'_>, request: &Request<'_>) -> Reaction {
        let Request { id, method, params } = request;
        let reply =
            |result: Result<Cow<'_, str>, ErrorObject>| Reaction::Reply(message::response(id, result));
        let react =
            |started: Result<Reaction, ErrorObject>| started.unwrap_or_else(|error| reply(Err(error)));
        if incoming.session.calls.is_running(id) {
            return reply(Err(ErrorObject::invalid_request("a request with this id is still running")));
        }
        // Lists that nothing is behind are empty here: clients that do not read capabilities ask all the same.
        match &**method {
            "ping" => reply(Ok("{}".into())),
            "tools/list" => reply(self.list_tools(incoming.session, *params).map(Cow::Owned)),
            "tools/call" => react(self.call_tool(incoming, id, *params)),
            "resources/list" => reply(self.list_resources(incoming.session, *params).map(Cow::Owned)),
            "resources/templates/list" => {
                reply(self.list_templates(incoming.session, *params).map(Cow::Owned))
            }
            "resources/read" => react(self.read_resource(incoming, id, *params)),
            "resources/subscribe" => reply(self.subscribe(incoming.session, *params).map(|()| "{}".into())),
            "resources/unsubscribe" => {
                reply(self.unsubscribe(incoming.session, *params).map(|()| "{}".into()))
            }
            "prompts/list" => reply(self.list_prompts(incoming.session, *params).map(Cow::Owned)),
            "prompts/get" => react(self.get_prompt(incoming, id, *params)),
            "completion/complete" if self.completes() => react(self.complete(incoming, id, *params)),
            "logging/setLevel" => reply(
                read(
                    *params,
                    "`level` must be one of debug, info, notice, warning, error, critical, alert, emergency",
                )
                .map(|SetLevelParams { level }| {
                    incoming.session.set_log_level(level);
                    "{}".into()
                }),
            ),
            "initialize" => reply(Err(ErrorObject::invalid_request("the session is initialised already"))),
            other => reply(Err(ErrorObject::method_not_found(other))),
        }
    }
}

/// Takes a notification. Unknown ones and malformed ones are ignored: nobody would read an
/// answer.
pub(crate) fn take_notification(calls: &Calls, method: &str, params: Option<&RawValue>) {
    if method == "notifications/cancelled"
        && let Some(params) = params
        && let Ok(CancelledParams { request_id }) = serde_json::from_str(params.get())
        && let Some(id) = RequestId::from_json(request_id)
    {
        calls.cancel(&id);
    }
}

/// Takes an answer of a session's client to a question; `false` where nothing waits for it.
pub(crate) fn take_answer(session: &Session, answer: &Response<'_>) -> bool {
    let result = match &answer.outcome {
        Ok(result) => Ok(serde_json::from_str(result.get()).unwrap_or(Value::Null)),
        Err(refusal) => Err(refusal.clone()),
    };
    session.questions.answer(&answer.id, result)
}

/// Takes what is no message for a bad answer to a question of that id; `false` where there is none. A
/// question must not wait for a client that has had its say.
pub(crate) fn take_malformed(session: &Session, malformed: &Malformed) -> bool {
    malformed.id.as_ref().is_some_and(|id| session.questions.answer(id, Ok(Value::Null)))
}

impl Server {
    fn list_tools(&self, session: &Session, params: Option<&RawValue>) -> Result<String, ErrorObject> {
        let ListParams { cursor } = ListParams::read(params)?;
        self.catalogue().page(session.caller.revision, self.settings().page_size, cursor.as_deref())
    }

    fn call_tool(
        &self,
        incoming: &Incoming<'_>,
        id: &RequestId,
        params: Option<&RawValue>,
    ) -> Result<Reaction, ErrorObject> {
        let params = CallToolParams::read(params)?;
        let registered = self.find_tool(&params.name)?;
        let missing = missing(&registered.tool, &incoming.session.caller.capabilities);
        Ok(self.start(incoming, id, registered, &params.carried(), |registered, call| match missing {
            Some(missing) => Err(NotStarted::Arguments(missing.text)),
            None => registered.start(call, params.arguments),
        }))
    }

    /// Starts an operation for a session, or says at once why that cannot be.
    pub(crate) fn start<O: Operation>(
        &self,
        incoming: &Incoming<'_>,
        id: &RequestId,
        operation: O,
        carried: &Carried<'_>,
        start: impl FnOnce(&O, Call) -> Result<Work<O::Product>, NotStarted>,
    ) -> Reaction {
        let Incoming { session, headers, outlet, streams } = *incoming;
        let request = CallRequest {
            id,
            caller: &session.caller,
            context: &|| {
                Ok(ContextParts {
                    meta: carried.meta()?,
                    headers: headers.clone(),
                    channel: Arc::new(SessionChannel::new(Arc::clone(session), outlet(), streams)),
                    journal: Journal::default(),
                })
            },
        };
        match self.drive(&operation, &request, |call| start(&operation, call)) {
            Ok((driver, _)) => {
                let reply = Reply::Session { session: Arc::clone(session), completions: self.completions() };
                Reaction::Call(Box::new(Running::new(operation, id, driver, reply)))
            }
            Err(reason) => {
                let shape = Shape::session(session.caller.revision);
                Reaction::Reply(message::response(id, reason.into_result(&operation, &shape)))
            }
        }
    }

    /// The tool of that name, or -32602.
    pub(crate) fn find_tool(&self, name: &str) -> Result<Arc<Registered>, ErrorObject> {
        self.catalogue().get(name).cloned().ok_or_else(|| {
            // The peer's text: shown, so that a typo is seen, but not at any length.
            let shown: String = name.chars().take(128).collect();
            ErrorObject::invalid_params(format!("unknown tool: {shown}"))
        })
    }
}
