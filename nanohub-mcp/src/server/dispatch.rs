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
use crate::server::call::{CallRequest, ContextParts, NotStarted, Reply, RunningCall};
use crate::server::catalogue::Registered;
use crate::server::params::{CallToolParams, ListParams, read};
use crate::server::requirements::missing;
use crate::session::calls::Calls;
use crate::session::channel::SessionChannel;
use crate::session::{Outlet, Session};

/// What a request comes to: an answer at once, or a call that goes on.
pub(crate) enum Reaction {
    Reply(Bytes),
    Call(Box<RunningCall>),
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
        let reply = |result: Result<Cow<'_, str>, ErrorObject>| {
            Reaction::Reply(match result {
                Ok(result) => message::success(id, &result),
                Err(error) => message::failure(Some(id), &error),
            })
        };
        if incoming.session.calls.is_running(id) {
            return reply(Err(ErrorObject::invalid_request("a request with this id is still running")));
        }
        match &**method {
            "ping" => reply(Ok("{}".into())),
            "tools/list" => reply(self.list_tools(incoming.session, *params).map(Cow::Owned)),
            "tools/call" => match self.start_tool(incoming, id, *params) {
                Ok(call) => Reaction::Call(Box::new(call)),
                Err(reason) => {
                    let shape = Shape::session(incoming.session.caller.revision);
                    reply(reason.into_result(&shape).map(Cow::Owned))
                }
            },
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
            // Nothing is behind these, and clients that do not read capabilities ask all the same.
            "resources/list" => reply(Ok(r#"{"resources":[]}"#.into())),
            "resources/templates/list" => reply(Ok(r#"{"resourceTemplates":[]}"#.into())),
            "prompts/list" => reply(Ok(r#"{"prompts":[]}"#.into())),
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

    fn start_tool(
        &self,
        incoming: &Incoming<'_>,
        id: &RequestId,
        params: Option<&RawValue>,
    ) -> Result<RunningCall, NotStarted> {
        let params = CallToolParams::read(params).map_err(NotStarted::Request)?;
        let registered = self.find_tool(&params.name).map_err(NotStarted::Request)?;
        let Incoming { session, headers, outlet, streams } = *incoming;
        if let Some(missing) = missing(&registered.tool, &session.caller.capabilities) {
            return Err(NotStarted::Arguments(missing.text));
        }
        let request = CallRequest {
            registered: &registered,
            id,
            arguments: params.arguments,
            caller: &session.caller,
            context: &|| {
                Ok(ContextParts {
                    meta: params.meta()?,
                    headers: headers.clone(),
                    channel: Arc::new(SessionChannel::new(Arc::clone(session), outlet(), streams)),
                    journal: Journal::default(),
                })
            },
        };
        let (driver, _) = self.drive(&request)?;
        let reply = Reply::Session { session: Arc::clone(session), completions: self.completions() };
        Ok(RunningCall::new(&registered, id, driver, reply))
    }

    /// The tool of that name, or -32602.
    pub(crate) fn find_tool(&self, name: &str) -> Result<Arc<Registered>, ErrorObject> {
        self.catalogue()
            .get(name)
            .cloned()
            .ok_or_else(|| ErrorObject::invalid_params(self.catalogue().unknown(name)))
    }
}
