//! `POST /tools/{name}`: one call of a tool without MCP, arguments in, result out.

use std::sync::Arc;

use bytes::Bytes;
use http::StatusCode;
use http::request::Parts;
use serde_json::Map;
use serde_json::value::RawValue;

use crate::codec;
use crate::ctx::caller::Caller;
use crate::ctx::channel::NoChannel;
use crate::ctx::driver::Outcome;
use crate::ctx::journal::Journal;
use crate::jsonrpc::RequestId;
use crate::percent::decode;
use crate::server::Server;
use crate::server::call::{CallRequest, ContextParts, NotStarted};
use crate::transport::http::reply::{self, HttpResponse};
use crate::transport::http::request_body;

/// Calls the tool of that name. When the client goes away the future is dropped, and the call with it.
pub(crate) async fn call_tool(server: &Server, name: &str, parts: &Parts, body: Bytes) -> HttpResponse {
    let registered = decode(name).and_then(|name| server.catalogue().get(&name).cloned());
    let Some(registered) = registered else {
        let shown: String = name.chars().take(128).collect();
        return error(StatusCode::NOT_FOUND, &format!("unknown tool: {shown}"));
    };
    if registered.session_only {
        // Before the arguments are looked at: right ones would not help.
        let tool = registered.tool.name;
        let prefix = &server.settings().path_prefix;
        return error(
            StatusCode::CONFLICT,
            &format!(
                "`{tool}` requires an MCP session, because it may ask its user something; call it with `tools/call` \
                 at {prefix}/mcp instead of {prefix}/tools/{tool}"
            ),
        );
    }
    let arguments = match request_body::text(&body).map(arguments) {
        Ok(Ok(arguments)) => arguments,
        Ok(Err(fault)) => return error(StatusCode::BAD_REQUEST, fault),
        Err(refused) => return refused.into_rest(),
    };
    let id = RequestId::string("rest");
    let started = server.drive(
        &registered,
        &CallRequest {
            id: &id,
            caller: &Arc::new(Caller::anonymous()),
            context: &|| {
                Ok(ContextParts {
                    meta: Map::new(),
                    headers: parts.headers.clone(),
                    channel: Arc::new(NoChannel),
                    journal: Journal::default(),
                })
            },
        },
        |call| registered.start(call, arguments),
    );
    let driver = match started {
        Ok((driver, _)) => driver,
        Err(NotStarted::Arguments(text)) => return error(StatusCode::BAD_REQUEST, &text),
        Err(NotStarted::Request(refusal)) => return error(StatusCode::BAD_REQUEST, &refusal.message),
        Err(NotStarted::Fault(fault)) => return error(StatusCode::INTERNAL_SERVER_ERROR, fault.message()),
    };
    // Nothing of it can be asked, and nobody but the server can cancel it.
    let Outcome::Done(output) = driver.await else {
        return error(StatusCode::SERVICE_UNAVAILABLE, "the call was cancelled");
    };
    let (status, json) = codec::rest::response(&registered, output);
    reply::json(status, json)
}

fn error(status: StatusCode, text: &str) -> HttpResponse {
    reply::json(status, codec::rest::error(text, None))
}

/// The arguments in a body; none and `null` are no arguments.
fn arguments(text: &str) -> Result<Option<&RawValue>, &'static str> {
    let text = text.trim_ascii();
    if text.is_empty() {
        return Ok(None);
    }
    let value: &RawValue = serde_json::from_str(text).map_err(|_| "the body is not valid JSON")?;
    match value.get() {
        "null" => Ok(None),
        object if object.starts_with('{') => Ok(Some(value)),
        _ => Err("the body must be a JSON object of the tool's arguments"),
    }
}

#[cfg(test)]
mod tests {
    use http::Request;
    use serde_json::{Value, json};

    use super::*;
    use crate::__private::{Output, Source, Work};
    use crate::{Ctx, Tool, ToolError, ToolResult};

    const SOURCE: Source = Source { function: "probe", file: "here", line: 1 };

    fn server() -> Server {
        let tools = [
            Tool::new("time.now", "Tell the time.", SOURCE, |_, _| {
                Work::Done(Output(Ok(ToolResult::text("noon"))))
            }),
            Tool::new("picky", "Refuse.", SOURCE, |_, _| Work::Refused),
            Tool::new("failing", "Fail.", SOURCE, |_, _| {
                Work::future(async { Output(Err(ToolError::new("too cold"))) })
            }),
            Tool::new("broken", "Panic.", SOURCE, |_, _| panic!("secret")),
            Tool::new("broken_later", "Panic.", SOURCE, |_, _| Work::blocking(|| panic!("secret"))),
            Tool::new("asking", "Ask.", SOURCE, |_, _| panic!("must not run")).lent::<Ctx>("ctx"),
        ];
        Server::builder("test", "1").tools(tools).path_prefix("/lab").build().unwrap()
    }

    async fn call(name: &str, body: &'static str) -> (u16, Value) {
        let (parts, ()) = Request::post("/").body(()).unwrap().into_parts();
        let response = call_tool(&server(), name, &parts, Bytes::from_static(body.as_bytes())).await;
        let status = response.status().as_u16();
        let body = http_body_util::BodyExt::collect(response.into_body()).await.unwrap().to_bytes();
        (status, serde_json::from_slice(&body).unwrap())
    }

    #[tokio::test]
    async fn x01_a_tool_is_called_with_plain_json() {
        for body in ["", " ", "null", "{}", "\n{}\n"] {
            assert_eq!(call("time.now", body).await, (200, json!({"result": "noon"})), "{body:?}");
        }
        assert_eq!(call("time%2Enow", "").await.0, 200);
    }

    #[tokio::test]
    async fn x01_what_goes_wrong_has_a_status() {
        assert_eq!(call("nope", "").await, (404, json!({"error": "unknown tool: nope"})));
        assert_eq!(call("%zz", "").await.0, 404);
        assert_eq!(call("%ff", "").await.0, 404);
        assert_eq!(call("picky", "{}").await.0, 400);
        for body in ["{", "[]", "1", "{} {}"] {
            assert_eq!(call("time.now", body).await.0, 400, "{body}");
        }
        let (status, failure) = call("failing", "").await;
        assert_eq!((status, &failure["error"]), (422, &json!("too cold")));
        assert_eq!(failure["details"]["isError"], true);
        for broken in ["broken", "broken_later"] {
            let (status, fault) = call(broken, "").await;
            assert_eq!(status, 500);
            assert!(fault["error"].is_string() && !fault.to_string().contains("secret"), "{fault}");
        }
    }

    #[tokio::test]
    async fn x02_a_tool_that_may_ask_is_refused_before_its_arguments() {
        for body in ["", "{", "{\"unknown\": 1}"] {
            let (status, refusal) = call("asking", body).await;
            assert_eq!(status, 409, "{body}");
            let text = refusal["error"].as_str().unwrap();
            assert!(text.contains("`asking` requires an MCP session") && text.contains("/lab/mcp"), "{text}");
        }
    }
}
