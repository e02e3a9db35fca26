//! `GET /openapi.json`: the REST route as an OpenAPI 3.1 document, made once.

use bytes::Bytes;
use http::StatusCode;
use serde_json::{Map, Value, json};

use crate::server::Server;
use crate::server::catalogue::Registered;
use crate::transport::http::components::{self, Components};
use crate::transport::http::reply::{self, HttpResponse};

/// `GET /openapi.json`.
pub(crate) fn openapi(server: &Server) -> HttpResponse {
    let catalogue = server.catalogue();
    let document = catalogue.openapi.get_or_init(|| Bytes::from(document(server).to_string()));
    reply::json(StatusCode::OK, document.clone())
}

fn document(server: &Server) -> Value {
    let prefix = &server.settings().path_prefix;
    let identity = server.identity();
    let mut components = Components::default();
    let mut paths = Map::new();
    paths.insert("/mcp".into(), mcp());
    for registered in server.catalogue().tools() {
        if !registered.session_only {
            let operation = operation(registered, &mut components);
            paths.insert(format!("/tools/{}", registered.tool.name), json!({"post": operation}));
        }
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": identity.title.as_ref().unwrap_or(&identity.name),
            "version": identity.version,
            "description": description(server),
        },
        "servers": [{"url": if prefix.is_empty() { "/" } else { prefix }}],
        "tags": [
            {"name": "tools", "description": "Each tool as one plain HTTP call"},
            {"name": "mcp", "description": "The MCP endpoint, with all tools"},
        ],
        "paths": paths,
        "components": components.finish(),
    })
}

/// What the server is for, and what is not in the document.
fn description(server: &Server) -> String {
    let mut text = server.identity().description.clone().unwrap_or_default();
    let session_only: Vec<_> = server
        .catalogue()
        .tools()
        .iter()
        .filter(|registered| registered.session_only)
        .map(|registered| format!("`{}`", registered.tool.name))
        .collect();
    if !session_only.is_empty() {
        if !text.is_empty() {
            text.push_str("\n\n");
        }
        text.push_str("Tools that may ask their user something, and so are called with MCP only: ");
        text.push_str(&session_only.join(", "));
        text.push('.');
    }
    text
}

fn operation(registered: &Registered, components: &mut Components) -> Value {
    let tool = &registered.tool;
    let input = registered.inputs.schema();
    let is_required =
        input.get("required").and_then(Value::as_array).is_some_and(|required| !required.is_empty());
    let result = match &registered.output {
        None => json!({"$ref": components::RESULT}),
        Some(output) => {
            let schema = if output.is_object() { output.schema() } else { output.wrapped() };
            components.embed(&format!("{}.output", tool.name), schema)
        }
    };
    let first_line = tool.description.lines().next().unwrap_or_default();
    json!({
        "operationId": tool.name,
        "summary": tool.title.unwrap_or(first_line),
        "description": tool.description,
        "tags": ["tools"],
        "requestBody": {
            "required": is_required,
            "content": {
                "application/json": {"schema": components.embed(&format!("{}.input", tool.name), input)}
            },
        },
        "responses": {
            "200": {
                "description": "What the tool returned",
                "content": {"application/json": {"schema": result}},
            },
            "400": {"$ref": "#/components/responses/InvalidArguments"},
            "413": {"$ref": "#/components/responses/TooLarge"},
            "415": {"$ref": "#/components/responses/NotJson"},
            "422": {"$ref": "#/components/responses/ToolFailed"},
            "500": {"$ref": "#/components/responses/ToolBroken"},
        },
    })
}

/// The MCP endpoint, in short. It has no operation ids: readers that make tools of operations would take
/// each one that has an id.
fn mcp() -> Value {
    let session = |required: bool| {
        json!([{
            "name": "Mcp-Session-Id", "in": "header", "required": required, "schema": {"type": "string"},
        }])
    };
    json!({
        "post": {
            "summary": "Send one MCP message",
            "tags": ["mcp"],
            "parameters": session(false),
            "requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "object"}}}},
            "responses": {
                "200": {
                    "description": "The answer, alone or at the end of a stream",
                    "content": {
                        "application/json": {"schema": {"type": "object"}},
                        "text/event-stream": {"schema": {"type": "string"}},
                    },
                },
                "202": {"description": "A notification or an answer was taken"},
                "404": {"description": "The session is not there (any more): initialize again"},
            },
        },
        "get": {
            "summary": "Open the stream of a session",
            "tags": ["mcp"],
            "parameters": session(true),
            "responses": {
                "200": {
                    "description": "Messages of the server",
                    "content": {"text/event-stream": {"schema": {"type": "string"}}},
                },
                "404": {"description": "The session is not there (any more)"},
            },
        },
        "delete": {
            "summary": "End a session",
            "tags": ["mcp"],
            "parameters": session(true),
            "responses": {
                "204": {"description": "The session has ended"},
                "404": {"description": "The session is not there (any more)"},
            },
        },
    })
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt as _;

    use super::*;
    use crate::__private::{Source, Work};
    use crate::{Ctx, Tool};

    #[tokio::test]
    async fn x01_every_tool_that_can_be_called_plainly_is_there() {
        let source = Source { function: "probe", file: "here", line: 1 };
        let tool = |name| Tool::new(name, "Do it.\n\nAt length.", source, |_, _| Work::Refused);
        let tools = [tool("add").title("Add"), tool("ask").lent::<Ctx>("ctx"), tool("sub")];
        let server =
            Server::builder("calc", "1").description("Sums.").tools(tools).path_prefix("/lab").build();
        let server = server.unwrap();
        let response = openapi(&server);
        assert_eq!(response.status(), 200);
        let body = response.into_body().collect().await.unwrap().to_bytes();
        let document: Value = serde_json::from_slice(&body).unwrap();

        assert_eq!(document["openapi"], "3.1.0");
        assert_eq!(document["servers"], json!([{"url": "/lab"}]));
        let paths: Vec<_> = document["paths"].as_object().unwrap().keys().collect();
        assert_eq!(paths, ["/mcp", "/tools/add", "/tools/sub"]);
        let description = document["info"]["description"].as_str().unwrap();
        assert!(
            description.starts_with("Sums.\n\n") && description.ends_with("only: `ask`."),
            "{description}"
        );

        let add = &document["paths"]["/tools/add"]["post"];
        assert_eq!((&add["operationId"], &add["summary"]), (&json!("add"), &json!("Add")));
        let catalogue = server.catalogue();
        let registered = catalogue.get("add").unwrap();
        assert_eq!(&add["requestBody"]["content"]["application/json"]["schema"], registered.inputs.schema());
        assert_eq!(document["paths"]["/tools/sub"]["post"]["summary"], "Do it.");
        for (status, response) in add["responses"].as_object().unwrap() {
            if let Some(reference) = response["$ref"].as_str() {
                let pointer = reference.strip_prefix('#').unwrap();
                assert!(document.pointer(pointer).is_some(), "{status}: {reference}");
            }
        }
        for method in ["get", "post", "delete"] {
            assert!(document["paths"]["/mcp"][method].get("operationId").is_none());
        }
    }
}
