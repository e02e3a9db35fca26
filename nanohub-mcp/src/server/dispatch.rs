//! What a request of the session era comes to.

use std::borrow::Cow;
use std::sync::Arc;

use bytes::Bytes;
use http::HeaderMap;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::jsonrpc::{ErrorObject, Message, Request, RequestId, message};
use crate::protocol::LogLevel;
use crate::server::Server;
use crate::server::call::{CallRequest, RunningCall};
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
struct ListParams<'a> {
    #[serde(borrow, default)]
    cursor: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct SetLevelParams {
    level: LogLevel,
}

#[derive(Deserialize)]
struct CallToolParams<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(borrow, default)]
    arguments: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "_meta")]
    meta: Option<&'a RawValue>,
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
                Err(Refusal::Error(error)) => reply(Err(error)),
                Err(Refusal::Result(result)) => reply(Ok(result.into())),
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

    /// Takes a notification of a session. Unknown ones and malformed ones are ignored: nobody would read an
    /// answer.
    pub(crate) fn take_notification(&self, session: &Session, method: &str, params: Option<&RawValue>) {
        if method == "notifications/cancelled"
            && let Some(params) = params
            && let Ok(CancelledParams { request_id }) = serde_json::from_str(params.get())
            && let Some(id) = RequestId::from_json(request_id)
        {
            session.calls.cancel(&id);
        }
    }

    /// Takes an answer of a session's client to a question; `false` where nothing waits for it.
    pub(crate) fn take_answer(&self, session: &Session, answer: &crate::jsonrpc::Response<'_>) -> bool {
        let result = match &answer.outcome {
            Ok(result) => Ok(serde_json::from_str(result.get()).unwrap_or(Value::Null)),
            Err(refusal) => Err(refusal.clone()),
        };
        session.questions.answer(&answer.id, result)
    }

    fn list_tools(&self, session: &Session, params: Option<&RawValue>) -> Result<String, ErrorObject> {
        let ListParams { cursor } = read(params, "`cursor` must be a string")?;
        self.catalogue().page(session.caller.revision, self.settings().page_size, cursor.as_deref())
    }

    fn start_tool(
        &self,
        incoming: &Incoming<'_>,
        id: &RequestId,
        params: Option<&RawValue>,
    ) -> Result<RunningCall, Refusal> {
        let CallToolParams { name, arguments, meta } = read(params, "`tools/call` needs `name`, a string")?;
        let registered = self.catalogue().get(&name).ok_or_else(|| {
            let shown: String = name.chars().take(128).collect();
            ErrorObject::invalid_params(format!("unknown tool: {shown}"))
        })?;
        let arguments = arguments.filter(|arguments| arguments.get() != "null");
        if arguments.is_some_and(|arguments| !arguments.get().starts_with('{')) {
            return Err(ErrorObject::invalid_params("`arguments` must be an object").into());
        }
        let Incoming { session, headers, outlet, streams } = *incoming;
        let call = CallRequest {
            registered,
            id,
            arguments,
            caller: &session.caller,
            context: &|| {
                let meta: Map<String, Value> = meta
                    .map(|meta| serde_json::from_str(meta.get()))
                    .transpose()
                    .map_err(|_| ErrorObject::invalid_params("`_meta` must be an object"))?
                    .unwrap_or_default();
                let channel = SessionChannel::new(Arc::clone(session), outlet(), streams);
                Ok((meta, headers.clone(), Arc::new(channel)))
            },
        };
        self.start_call(call, session)
    }
}

/// Why a call does not start.
pub(crate) enum Refusal {
    /// The request is no good.
    Error(ErrorObject),
    /// The model can do better: an error result, as JSON text.
    Result(String),
}

impl From<ErrorObject> for Refusal {
    fn from(error: ErrorObject) -> Self {
        Self::Error(error)
    }
}

/// Reads parameters; absent ones are `{}`.
fn read<'a, T: Deserialize<'a>>(params: Option<&'a RawValue>, otherwise: &str) -> Result<T, ErrorObject> {
    let params = params.map_or("{}", RawValue::get);
    // A derived struct would also be read from an array.
    if params.starts_with('[') {
        return Err(ErrorObject::invalid_params("`params` must be an object"));
    }
    serde_json::from_str(params).map_err(|_| ErrorObject::invalid_params(otherwise))
}
