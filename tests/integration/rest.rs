//! The REST route.

use nanohub_mcp::{Ctx, Server, ToolError, tool, tools};
use serde_json::{Value, json};

use crate::support::http::{Response, Site};

/// Sums.
#[derive(serde::Serialize, schemars::JsonSchema)]
struct Sum {
    sum: i64,
}

/// Add two integers.
#[tool(inline)]
fn add(#[arg(range = 0..=9)] a: i64, b: i64) -> Sum {
    Sum { sum: a + b }
}

/// Say that it is so.
#[tool]
fn always() -> bool {
    true
}

/// Fail.
#[tool]
async fn fail() -> Result<(), ToolError> {
    Err(ToolError::new("too cold"))
}

/// Ask.
#[tool]
async fn ask(_ctx: &Ctx) -> String {
    panic!("must not run")
}

/// Panic at once.
#[tool(inline)]
fn panic_inline() -> String {
    panic!("secret")
}

/// Panic on another thread.
#[tool]
fn panic_blocking() -> String {
    panic!("secret")
}

/// Panic later.
#[tool]
async fn panic_later() -> String {
    tokio::task::yield_now().await;
    panic!("secret")
}

async fn site() -> Site {
    let tools = tools![add, always, fail, ask, panic_inline, panic_blocking, panic_later];
    Site::start(&Server::builder("rest", "1").tools(tools).build().unwrap()).await
}

async fn post(site: &Site, tool: &str, body: &str) -> Response {
    site.send("POST", &format!("/tools/{tool}"), &[("Content-Type", "application/json")], body).await
}

#[tokio::test]
async fn x01_arguments_in_result_out() {
    let site = site().await;
    for (tool, body, result) in [
        ("add", r#"{"a":1,"b":2}"#, json!({"sum": 3})),
        ("always", "{}", json!({"result": true})),
        ("always", "", json!({"result": true})),
        ("always", "null", json!({"result": true})),
    ] {
        let mut response = post(&site, tool, body).await;
        assert_eq!(response.header("content-type"), Some("application/json"));
        assert_eq!((response.status, response.json().await), (200, result));
    }
}

#[tokio::test]
async fn x01_every_failure_has_its_status_and_says_why() {
    let site = site().await;
    for (tool, body, status, words) in [
        ("nope", "{}", 404, &["nope"][..]),
        ("failed", "{}", 404, &["unknown tool: failed; did you mean `fail`?"]),
        ("add", "{", 400, &["JSON"]),
        ("add", "[]", 400, &["object"]),
        ("add", r#"{"a":10}"#, 400, &["/a", "/b"]),
        ("add", r#"{"a":1,"b":1,"c":1}"#, 400, &["c"]),
        ("fail", "{}", 422, &["too cold"]),
        ("ask", "{}", 409, &["ask", "takes a context (`&Ctx`)", "/mcp"]),
        ("ask", "{", 409, &["ask"]),
        ("panic_inline", "{}", 500, &["panic_inline"]),
        ("panic_blocking", "{}", 500, &["panic_blocking"]),
        ("panic_later", "{}", 500, &["panic_later"]),
    ] {
        let mut response = post(&site, tool, body).await;
        assert_eq!(response.status, status, "{tool} {body}");
        let error = response.json().await;
        let error = error["error"].as_str().unwrap();
        for word in words {
            assert!(error.contains(word), "{tool} {body}: {error}");
        }
        assert!(!error.contains("secret"));
    }
    assert_eq!(post(&site, "always", "").await.status, 200, "the server goes on");
}

#[tokio::test]
async fn x01_all_that_is_refused_has_one_shape() {
    let site = site().await;
    let evil: &[_] = &[("Origin", "https://evil.test"), ("Content-Type", "application/json")];
    for (method, path, headers, status, words) in [
        ("POST", "/tools/add", evil, 403, "origin"),
        ("GET", "/tools/add", &[], 405, "call a tool with POST and a JSON object of its arguments"),
        ("PUT", "/tools/nope", &[], 405, "POST"),
        ("GET", "/tools", &[], 404, "/tools/NAME"),
        ("POST", "/tools/", &[], 404, "/tools/NAME"),
        ("POST", "/tools/a/b", &[], 404, "/tools/NAME"),
    ] {
        let mut response = site.send(method, path, headers, "").await;
        assert_eq!(response.status, status, "{method} {path}");
        if status == 405 {
            assert_eq!(response.header("allow"), Some("POST, OPTIONS"));
        }
        let body = response.json().await;
        assert_eq!(body.as_object().unwrap().len(), 1, "{body}");
        assert!(body["error"].as_str().unwrap().contains(words), "{body}");
    }
}

#[tokio::test]
async fn x01_every_tool_without_a_session_is_in_openapi_with_its_schema() {
    let site = site().await;
    let openapi = site.send("GET", "/openapi.json", &[], "").await.json().await;
    assert!(openapi["openapi"].as_str().unwrap().starts_with("3.1"));
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    let list = site.post("/mcp", &[], &list).await.json().await;
    for tool in list["result"]["tools"].as_array().unwrap() {
        let name = tool["name"].as_str().unwrap();
        let path = &openapi["paths"][format!("/tools/{name}")];
        if name == "ask" {
            assert!(path.is_null() && openapi["info"]["description"].as_str().unwrap().contains("ask"));
            continue;
        }
        let mut schema = &path["post"]["requestBody"]["content"]["application/json"]["schema"];
        if let Some(reference) = schema["$ref"].as_str() {
            schema = openapi.pointer(reference.trim_start_matches('#')).unwrap();
        }
        assert_eq!(schema, &tool["inputSchema"], "{name}");
    }
}

#[tokio::test]
async fn x02_a_call_needs_no_length_and_no_type() {
    let site = site().await;
    for headers in [&[][..], &[("Content-Type", "application/x-www-form-urlencoded")]] {
        let response = site.send("POST", "/tools/always", headers, "").await.json().await;
        assert_eq!(response, json!({"result": true}));
    }
    // As `curl -d` sends it, also to the endpoint of MCP.
    let form = [("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "*/*")];
    let sum = site.send("POST", "/tools/add", &form, r#"{"a":1,"b":2}"#).await.json().await;
    assert_eq!(sum, json!({"sum": 3}));
    let list = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    let answer: Value = site.send("POST", "/mcp", &form, list).await.json().await;
    assert_eq!(answer["result"]["tools"].as_array().unwrap().len(), 7);
}
