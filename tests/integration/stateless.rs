//! Requests that stand for themselves: which era serves what, with which status, and what is never
//! remembered between two of them.

use std::sync::Arc;

use nanohub_mcp::{CacheScope, Ctx, ElicitForm, Elicited, Server, ToolError, tool, tools};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::support::http::{Response, Site};
use crate::support::lines::Pipe;
use crate::support::rounds::{Client, REVISION, accepted, call, request};
use crate::support::script::stateless_meta;

const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// Add two integers.
#[tool(inline)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// List some numbers.
#[tool]
fn numbers() -> Vec<i64> {
    vec![1, 2, 3]
}

#[derive(ElicitForm)]
struct Name {
    name: String,
}

/// Ask for a name.
#[tool]
async fn ask(ctx: &Ctx) -> Result<String, ToolError> {
    Ok(match ctx.elicit::<Name>("Who?").await? {
        Elicited::Accept(form) => form.name,
        Elicited::Decline | Elicited::Cancel => "nobody".into(),
    })
}

/// Say what there is to say.
#[tool]
fn talk(ctx: &Ctx) -> String {
    ctx.debug("debug");
    ctx.progress(1.0, 2.0);
    ctx.error("error");
    ctx.progress(2.0, 2.0);
    format!("{:?} {:?}", ctx.session_id(), ctx.client_info().map(|info| &info.name))
}

/// Wait to be let go.
#[tool]
async fn wait(ctx: &Ctx, gate: &Arc<Gate>) -> String {
    gate.begun.add_permits(1);
    let _permit = gate.open.acquire().await;
    format!("{:?}", ctx.is_cancelled())
}

/// Holds up a tool.
struct Gate {
    begun: Semaphore,
    open: Semaphore,
}

impl Gate {
    fn new() -> Arc<Self> {
        Arc::new(Self { begun: Semaphore::new(0), open: Semaphore::new(0) })
    }
}

/// Demand a person.
#[tool(requires(elicitation))]
fn with_forms() -> &'static str {
    "ok"
}

/// Demand a browser.
#[tool(requires(url))]
fn with_urls() -> &'static str {
    "ok"
}

/// Demand everything.
#[tool(requires(elicitation, url, sampling, roots))]
fn with_all() -> &'static str {
    "ok"
}

fn server() -> Server {
    server_with(&Gate::new())
}

fn server_with(gate: &Arc<Gate>) -> Server {
    Server::builder("stateless", "1.0")
        .state(Arc::clone(gate))
        .tools(tools![add, numbers, ask, talk, wait, with_forms, with_urls, with_all])
        .build()
        .unwrap()
}

async fn site() -> Site {
    Site::start(&server()).await
}

/// A request as it is, with these headers and no others that matter.
async fn post(site: &Site, headers: &[(&str, &str)], message: &Value) -> (u16, Value) {
    read(site.post("/mcp", headers, message).await).await
}

async fn read(mut response: Response) -> (u16, Value) {
    assert_eq!(response.header("mcp-session-id"), None, "no session is made or named");
    let message = response.message().await.unwrap_or_default();
    (response.status, message)
}

fn code(answer: &(u16, Value)) -> (u16, i64) {
    (answer.0, answer.1["error"]["code"].as_i64().unwrap_or_default())
}

fn modern<'a>(method: &'a str, name: &'a str) -> [(&'a str, &'a str); 3] {
    [("MCP-Protocol-Version", REVISION), ("Mcp-Method", method), ("Mcp-Name", name)]
}

#[tokio::test]
async fn who_may_not_ask_is_refused_first() {
    let site = site().await;
    let message = request(1, "server/discover", json!({}));
    let mut headers = modern("server/discover", "").to_vec();
    headers.push(("Origin", "http://evil.example.com"));
    assert_eq!(site.post("/mcp", &headers, &message).await.status, 403);
    let mut headers = modern("server/discover", "").to_vec();
    headers.push(("Host", "evil.example.com"));
    assert!((400..500).contains(&site.post("/mcp", &headers, &message).await.status));
}

#[tokio::test]
async fn get_and_delete_are_of_sessions() {
    let site = site().await;
    let accept = ("Accept", "text/event-stream");
    for method in ["GET", "DELETE"] {
        assert_eq!(site.send(method, "/mcp", &[accept], "").await.status, 400);
        let headers = [accept, ("Mcp-Session-Id", "nobody's")];
        assert_eq!(site.send(method, "/mcp", &headers, "").await.status, 404);
    }
}

#[tokio::test]
async fn what_is_no_request_is_refused() {
    let site = site().await;
    let headers = [("Content-Type", "application/json"), ("Accept", "application/json, text/event-stream")];
    let mut response = site.send("POST", "/mcp", &headers, "{\"jsonrpc\":").await;
    assert_eq!(response.status, 400);
    let message = response.json().await;
    assert_eq!((&message["error"]["code"], &message["id"]), (&json!(-32700), &json!(null)));

    // A list with such a request in it, without a session and on one that has lists.
    let list = json!([request(1, "tools/list", json!({}))]);
    assert_eq!(code(&post(&site, &modern("tools/list", ""), &list).await), (400, -32600));
    let session = site.initialize("2025-03-26", json!({})).await;
    let mut response = site.post("/mcp", &[("Mcp-Session-Id", &session)], &list).await;
    assert_eq!(response.status, 400);
    assert_eq!(response.json().await["error"]["code"], -32600);

    // An answer that nobody asked for.
    let answer = json!({"jsonrpc": "2.0", "id": 1, "result": {}});
    assert_eq!(code(&post(&site, &modern("tools/list", ""), &answer).await).0, 400);
    let error = json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -1, "message": "no"}});
    assert_eq!(code(&post(&site, &[], &error).await).0, 400);
}

#[tokio::test]
async fn a_claim_is_checked_in_the_order_of_the_specification() {
    let site = site().await;
    let list =
        |meta: Value| json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": meta}});
    let meta = |version: &str| json!({PROTOCOL_VERSION: version, CLIENT_CAPABILITIES: {}});
    let with = |version: &'static str, method: &'static str| {
        [("MCP-Protocol-Version", version), ("Mcp-Method", method)]
    };
    let good = list(meta(REVISION));

    assert_eq!(post(&site, &with(REVISION, "tools/list"), &good).await.0, 200);
    // The header against the body.
    assert_eq!(code(&post(&site, &[("Mcp-Method", "tools/list")], &good).await), (400, -32020));
    let old = with("2025-11-25", "tools/list");
    assert_eq!(code(&post(&site, &old, &good).await), (400, -32020));
    let unknown = list(meta("v999.0.0"));
    assert_eq!(code(&post(&site, &with(REVISION, "tools/list"), &unknown).await), (400, -32020));
    // Whether there is such a revision; those of sessions cannot be claimed.
    for version in ["v999.0.0", "2025-11-25", ""] {
        let refused = post(&site, &with(version, "tools/list"), &list(meta(version))).await;
        assert_eq!(code(&refused), (400, -32022), "{version}");
        assert_eq!(refused.1["error"]["data"], json!({"supported": [REVISION], "requested": version}));
        assert_eq!(refused.1["id"], 1);
    }
    // The rest of `_meta`, before the routing headers.
    for capabilities in [json!(null), json!([]), json!("all"), json!(true)] {
        let message = list(json!({PROTOCOL_VERSION: REVISION, CLIENT_CAPABILITIES: capabilities}));
        assert_eq!(code(&post(&site, &with(REVISION, "other"), &message).await), (400, -32602));
    }
    let message = list(json!({PROTOCOL_VERSION: REVISION}));
    assert_eq!(code(&post(&site, &with(REVISION, "other"), &message).await), (400, -32602));
    // The routing headers, before the method.
    let message = request(1, "no/such", json!({}));
    assert_eq!(code(&post(&site, &with(REVISION, "tools/list"), &message).await), (400, -32020));
    assert_eq!(code(&post(&site, &with(REVISION, "no/such"), &message).await), (404, -32601));
    // The capabilities, last.
    let message = call(&json!({}), "with_forms", json!({}), json!({}));
    let refused = post(&site, &[("MCP-Protocol-Version", REVISION), ("Mcp-Method", "tools/call")], &message);
    assert_eq!(code(&refused.await), (400, -32020));
    assert_eq!(code(&post(&site, &modern("tools/call", "with_forms"), &message).await), (400, -32021));
}

#[tokio::test]
async fn a_broken_claim_is_no_claim_to_be_older() {
    let site = site().await;
    let mut pipe = Pipe::open(&server());
    let mut session = Pipe::initialized(&server(), "2025-11-25", json!({})).await;
    let body = |meta: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{"_meta":{meta}}}}}"#)
    };
    for meta in [
        format!(r#"{{"{PROTOCOL_VERSION}":5,"{CLIENT_CAPABILITIES}":{{}}}}"#),
        format!(r#"{{"{PROTOCOL_VERSION}":null,"{CLIENT_CAPABILITIES}":{{}}}}"#),
        format!(r#"{{"{PROTOCOL_VERSION}":["{REVISION}"],"{CLIENT_CAPABILITIES}":{{}}}}"#),
        // Readers of the first and of the last would disagree.
        format!(
            r#"{{"{PROTOCOL_VERSION}":"x","{PROTOCOL_VERSION}":"{REVISION}","{CLIENT_CAPABILITIES}":{{}}}}"#
        ),
    ] {
        let accept = ("Accept", "application/json, text/event-stream");
        let headers = [("Content-Type", "application/json"), accept];
        let refused = read(site.send("POST", "/mcp", &headers, &body(&meta)).await).await;
        assert_eq!(code(&refused), (400, -32602), "{meta}");
        for pipe in [&mut pipe, &mut session] {
            pipe.send_raw(format!("{}\n", body(&meta)).as_bytes()).await;
            assert_eq!(pipe.receive().await["error"]["code"], -32602, "{meta}");
        }
    }
}

#[tokio::test]
async fn what_makes_no_claim_is_of_a_session() {
    let site = site().await;
    // A header alone claims, and is not enough.
    for method in ["tools/list", "tools/call", "ping", "server/discover"] {
        let message = json!({"jsonrpc": "2.0", "id": "a", "method": method, "params": {}});
        let refused = post(&site, &[("MCP-Protocol-Version", REVISION)], &message).await;
        assert_eq!(code(&refused), (400, -32602), "{method}");
        let text = refused.1["error"]["message"].as_str().unwrap();
        assert!(text.contains(PROTOCOL_VERSION) && text.contains(CLIENT_CAPABILITIES), "{text}");
        assert_eq!(refused.1["id"], "a");
    }
    // `initialize` selects a session, whatever header its client has left over.
    let initialize = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": REVISION, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}});
    for headers in [&[][..], &[("MCP-Protocol-Version", REVISION)], &[("MCP-Protocol-Version", "2025-11-25")]]
    {
        let mut response = site.post("/mcp", headers, &initialize).await;
        assert_eq!(response.status, 200);
        assert!(response.header("mcp-session-id").is_some());
        assert_eq!(response.json().await["result"]["protocolVersion"], "2025-11-25", "never echoed");
    }
    // A method that only the one era has needs the claim.
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "server/discover"});
    assert_eq!(code(&post(&site, &[], &message).await), (400, -32602));
    // A header that is none.
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    assert_eq!(post(&site, &[("MCP-Protocol-Version", "foo")], &list).await.0, 400);
    // No header at all, or an old one.
    assert_eq!(post(&site, &[], &list).await.0, 200);
    assert_eq!(post(&site, &[("MCP-Protocol-Version", "2025-06-18")], &list).await.0, 200);
    let dead = [("Mcp-Session-Id", "nobody's")];
    assert_eq!(site.post("/mcp", &dead, &list).await.status, 404);
}

#[tokio::test]
async fn notifications_are_taken_without_an_answer() {
    let site = site().await;
    let mut params = json!({"requestId": 1, "_meta": stateless_meta(json!({}))});
    for _ in 0..2 {
        let message = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params});
        for headers in [&[][..], &[("MCP-Protocol-Version", REVISION)]] {
            assert_eq!(post(&site, headers, &message).await, (202, Value::Null));
        }
        // One that says something else in its header misleads whoever routes by that.
        let wrong = [("MCP-Protocol-Version", REVISION), ("Mcp-Method", "tools/list")];
        assert_eq!(code(&post(&site, &wrong, &message).await), (400, -32020));
        params = json!({"requestId": 1});
    }
}

#[tokio::test]
async fn methods_that_there_are_not_are_404() {
    let site = site().await;
    for method in [
        "initialize",
        "notifications/initialized",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
        "resources/list",
        "resources/read",
        "prompts/list",
        "prompts/get",
        "completion/complete",
        "roots/list",
        "tasks/get",
        "tasks/list",
        "tasks/result",
        "tasks/cancel",
        "sampling/createMessage",
        "no/such",
    ] {
        for id in [json!(7), json!("seven"), json!(-1), json!("")] {
            let params =
                json!({"protocolVersion": "2025-11-25", "capabilities": {}, "name": "x", "uri": "x"});
            let message = request(id.clone(), method, params);
            let name = if ["prompts/get", "resources/read"].contains(&method) { "x" } else { "" };
            let refused = post(&site, &modern(method, name), &message).await;
            assert_eq!(code(&refused), (404, -32601), "{method}");
            assert_eq!(refused.1["id"], id);
        }
    }
}

#[tokio::test]
async fn ids_come_back_as_they_were() {
    let site = site().await;
    for id in [json!(0), json!(-5), json!(9_007_199_254_740_991_i64), json!("x"), json!("7"), json!(7)] {
        let message = request(id.clone(), "server/discover", json!({}));
        let answer = post(&site, &modern("server/discover", ""), &message).await;
        assert_eq!((answer.0, &answer.1["id"]), (200, &id));
    }
    for id in [json!(null), json!(1.5), json!([1]), json!(true)] {
        let message = request(id, "server/discover", json!({}));
        assert_eq!(code(&post(&site, &modern("server/discover", ""), &message).await), (400, -32600));
    }
}

#[tokio::test]
async fn faults_of_a_call_are_not_faults_of_the_request() {
    // A 400 without a code of this era makes clients fall back to sessions.
    let site = site().await;
    let message = call(&json!({}), "nope", json!({}), json!({}));
    assert_eq!(code(&post(&site, &modern("tools/call", "nope"), &message).await), (200, -32602));
    for params in [json!({"name": ["x"]}), json!({}), json!({"name": "add", "arguments": [1]})] {
        let message = request(1, "tools/call", params.clone());
        let answer = post(&site, &modern("tools/call", "add"), &message).await;
        assert_eq!(code(&answer), (200, -32602), "{params}");
    }
    let message = request(1, "tools/list", json!({"cursor": "bogus"}));
    assert_eq!(code(&post(&site, &modern("tools/list", ""), &message).await), (200, -32602));
    let message = call(&json!({}), "add", json!({"a": "x"}), json!({}));
    let answer = post(&site, &modern("tools/call", "add"), &message).await;
    assert_eq!((answer.0, &answer.1["result"]["isError"]), (200, &json!(true)));
    assert_eq!(answer.1["result"]["resultType"], "complete");
}

#[tokio::test]
async fn a_client_need_not_say_who_it_is() {
    let site = site().await;
    let said = |info: Option<Value>| {
        let mut message = call(&json!({}), "talk", json!({}), json!({}));
        let meta = message["params"]["_meta"].as_object_mut().unwrap();
        match info {
            Some(info) => meta.insert("io.modelcontextprotocol/clientInfo".into(), info),
            None => meta.remove("io.modelcontextprotocol/clientInfo"),
        };
        message
    };
    for (info, name) in [
        (None, "None None"),
        (Some(json!(5)), "None None"),
        (Some(json!({"name": "me", "version": "1"})), "None Some(\"me\")"),
    ] {
        let answer = post(&site, &modern("tools/call", "talk"), &said(info)).await;
        assert_eq!(answer.1["result"]["content"][0]["text"], name);
    }
}

#[tokio::test]
async fn nothing_is_remembered_of_a_client() {
    let server = server();
    let mut client = Client::of(&server).await;
    assert!(client.begin("ask").await.asks());
    client.capabilities = json!({});
    let told = client.begin("ask").await;
    assert!(told.is_error() && told.text().contains("name"), "{told:?}");

    // Nor of a session whose id comes along.
    let session = client.site.initialize("2025-11-25", json!({"elicitation": {}})).await;
    let message = call(&json!({}), "ask", json!({}), json!({}));
    for id in [&*session, "nobody's"] {
        let mut headers = modern("tools/call", "ask").to_vec();
        headers.push(("Mcp-Session-Id", id));
        let (status, answer) = post(&client.site, &headers, &message).await;
        assert_eq!((status, &answer["result"]["isError"]), (200, &json!(true)), "{answer}");
        let message = call(&json!({}), "talk", json!({}), json!({}));
        headers[2].1 = "talk";
        let (_, answer) = post(&client.site, &headers, &message).await;
        assert!(answer["result"]["content"][0]["text"].as_str().unwrap().starts_with("None"));
    }

    // On one pipe as little.
    let mut pipe = Pipe::initialized(&server, "2025-11-25", json!({"elicitation": {}})).await;
    let asks = call(&json!({"elicitation": {}}), "ask", json!({}), json!({}));
    pipe.send(&asks).await;
    assert_eq!(pipe.receive().await["result"]["resultType"], "input_required");
    pipe.send(&message).await;
    assert_eq!(pipe.receive().await["result"]["isError"], true);
}

#[tokio::test]
async fn what_a_tool_demands_of_a_client_is_named_exactly() {
    let site = site().await;
    let form = json!({"elicitation": {"form": {}}});
    let url = json!({"elicitation": {"url": {}}});
    for (tool, has, lacks) in [
        ("with_forms", json!({}), form.clone()),
        ("with_forms", url.clone(), form.clone()),
        ("with_urls", form.clone(), url.clone()),
        ("with_urls", json!({"elicitation": {}}), url),
        ("with_all", json!({}), json!({"elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {}})),
        ("with_all", json!({"elicitation": {"form": {}, "url": {}}, "roots": {}}), json!({"sampling": {}})),
    ] {
        let message = call(&has, tool, json!({}), json!({}));
        let refused = post(&site, &modern("tools/call", tool), &message).await;
        assert_eq!(code(&refused), (400, -32021), "{tool}");
        assert_eq!(refused.1["error"]["data"], json!({"requiredCapabilities": lacks}));
        // A session is told the same in words.
        let mut pipe = Pipe::initialized(&server(), "2025-11-25", has.clone()).await;
        let told = pipe.request(1, "tools/call", json!({"name": tool})).await;
        assert_eq!(told["result"]["isError"], true);
        assert_eq!(told["result"]["content"][0]["text"], refused.1["error"]["message"]);
    }
    let message = call(&json!({"elicitation": {}}), "with_forms", json!({}), json!({}));
    assert_eq!(post(&site, &modern("tools/call", "with_forms"), &message).await.0, 200);
}

/// Keys that one era has and the other has not.
const MODERN: [&str; 4] = ["resultType", "ttlMs", "cacheScope", SERVER_INFO];

#[tokio::test]
async fn results_have_the_members_of_their_era() {
    let server = Server::builder("stateless", "1.0")
        .tools(tools![add, numbers, ask])
        .cache(std::time::Duration::from_secs(60), CacheScope::Public)
        .page_size(2)
        .instructions("Add.")
        .build()
        .unwrap();
    let site = Site::start(&server).await;
    let session = site.initialize("2025-11-25", json!({"elicitation": {}})).await;
    let headers = [("Mcp-Session-Id", &*session)];
    for (method, name, params) in [
        ("tools/list", "", json!({})),
        ("tools/call", "add", json!({"name": "add", "arguments": {"a": 1, "b": 2}})),
        ("tools/call", "numbers", json!({"name": "numbers"})),
        ("tools/call", "add", json!({"name": "add"})),
    ] {
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let legacy = site.post("/mcp", &headers, &message).await.message().await.unwrap().to_string();
        assert!(MODERN.iter().all(|key| !legacy.contains(key)), "{legacy}");
        let (_, answer) = post(&site, &modern(method, name), &request(1, method, params)).await;
        let result = &answer["result"];
        assert_eq!(result["resultType"], "complete");
        assert_eq!(result["_meta"][SERVER_INFO], json!({"name": "stateless", "version": "1.0"}));
        if method == "tools/list" {
            assert_eq!((&result["ttlMs"], &result["cacheScope"]), (&json!(60_000), &json!("public")));
            let params = json!({"cursor": result["nextCursor"]});
            let (_, next) = post(&site, &modern(method, ""), &request(1, method, params)).await;
            assert_eq!(next["result"]["cacheScope"], "public", "{next}");
        } else {
            assert_eq!(result.get("ttlMs"), None);
        }
    }
    let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"});
    assert_eq!(site.post("/mcp", &headers, &ping).await.json().await["result"], json!({}));

    let (_, answer) =
        post(&site, &modern("server/discover", ""), &request(1, "server/discover", json!({}))).await;
    let mut result = answer["result"].clone();
    result["_meta"].take();
    assert_eq!(
        result,
        json!({"resultType": "complete", "supportedVersions": [REVISION],
               "capabilities": {"logging": {}, "tools": {"listChanged": true}},
               "instructions": "Add.", "ttlMs": 60_000, "cacheScope": "public", "_meta": null})
    );
    // What asks may not be kept.
    let message = call(&json!({"elicitation": {}}), "ask", json!({}), json!({}));
    let (_, asked) = post(&site, &modern("tools/call", "ask"), &message).await;
    assert_eq!((asked["result"].get("ttlMs"), asked["result"].get("cacheScope")), (None, None));
    assert!(asked["result"]["_meta"][SERVER_INFO].is_object());
}

#[tokio::test]
async fn structured_content_is_as_it_is_and_wrapped_for_sessions() {
    let site = site().await;
    let session = site.initialize("2025-11-25", json!({})).await;
    for (tool, arguments, value) in
        [("numbers", json!({}), json!([1, 2, 3])), ("add", json!({"a": 1, "b": 2}), json!(3))]
    {
        let message = call(&json!({}), tool, arguments.clone(), json!({}));
        let (_, answer) = post(&site, &modern("tools/call", tool), &message).await;
        assert_eq!(answer["result"]["structuredContent"], value);
        assert_eq!(answer["result"]["content"][0]["text"], value.to_string());
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                             "params": {"name": tool, "arguments": arguments}});
        let answer = site.post("/mcp", &[("Mcp-Session-Id", &session)], &message).await.json().await;
        assert_eq!(answer["result"]["structuredContent"], json!({"result": value}));
    }
    let (_, list) = post(&site, &modern("tools/list", ""), &request(1, "tools/list", json!({}))).await;
    assert_eq!(list["result"]["tools"][1]["outputSchema"]["type"], "array");
}

#[tokio::test]
async fn messages_come_before_the_result_and_only_those_asked_for() {
    let site = site().await;
    for (level, token, expected) in [
        (None, None, vec![]),
        (Some("error"), None, vec!["error"]),
        (Some("debug"), Some(json!("t")), vec!["debug", "1", "error", "2"]),
        (None, Some(json!(0)), vec!["1", "2"]),
    ] {
        let mut message = call(&json!({}), "talk", json!({}), json!({}));
        let meta = &mut message["params"]["_meta"];
        if let Some(level) = level {
            meta["io.modelcontextprotocol/logLevel"] = json!(level);
        }
        if let Some(token) = &token {
            meta["progressToken"] = token.clone();
        }
        let mut response = site.stateless("tools/call", "talk", &message).await;
        assert_eq!(response.is_events(), !expected.is_empty());
        if expected.is_empty() {
            assert_eq!(response.json().await["result"]["resultType"], "complete");
            continue;
        }
        assert_eq!(response.header("x-accel-buffering"), Some("no"));
        let text = response.text().await;
        assert!(!text.lines().any(|line| line.starts_with("id:") || line.starts_with("retry:")), "{text}");
        let messages: Vec<Value> =
            text.lines().filter_map(|line| serde_json::from_str(line.strip_prefix("data:")?).ok()).collect();
        let (last, before) = messages.split_last().unwrap();
        assert_eq!((&last["id"], &last["result"]["resultType"]), (&json!(1), &json!("complete")));
        let said: Vec<String> = before
            .iter()
            .map(|message| {
                assert_eq!(message.get("id"), None, "nothing is asked on a stream");
                let params = &message["params"];
                match message["method"].as_str().unwrap() {
                    "notifications/message" => params["data"].as_str().unwrap().to_owned(),
                    "notifications/progress" => {
                        assert_eq!(params["progressToken"], *token.as_ref().unwrap());
                        params["progress"].to_string()
                    }
                    other => panic!("{other}"),
                }
            })
            .collect();
        assert_eq!(said, expected);
    }
    let mut message = call(&json!({}), "talk", json!({}), json!({}));
    message["params"]["_meta"]["io.modelcontextprotocol/logLevel"] = json!("loud");
    assert_eq!(code(&post(&site, &modern("tools/call", "talk"), &message).await).1, -32602);
}

#[tokio::test]
async fn both_eras_share_one_pipe() {
    let mut pipe = Pipe::open(&server());
    let meta = |params: Value| request(1, "x", params)["params"].clone();
    // Before `initialize`, and not instead of it.
    let answer = pipe.request("d", "server/discover", meta(json!({}))).await;
    assert_eq!(answer["result"]["supportedVersions"], json!([REVISION]));
    for method in ["server/discover", "tools/list", "tools/call", "no/such"] {
        let refused = pipe.request(1, method, json!({})).await;
        assert_eq!(refused["error"]["code"], -32602, "{method}");
        assert!(refused["error"]["message"].as_str().unwrap().contains(CLIENT_CAPABILITIES));
    }
    assert_eq!(pipe.request(1, "initialize", meta(json!({}))).await["error"]["code"], -32601);
    let mut unknown = meta(json!({}));
    unknown["_meta"][PROTOCOL_VERSION] = json!("v999.0.0");
    assert_eq!(pipe.request(1, "tools/list", unknown).await["error"]["code"], -32022);
    let mut bare = meta(json!({}));
    bare["_meta"].as_object_mut().unwrap().remove(CLIENT_CAPABILITIES);
    assert_eq!(pipe.request(1, "tools/list", bare).await["error"]["code"], -32602);

    let initialize = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    let answer = pipe.request("i", "initialize", initialize).await;
    assert_eq!(answer["result"]["protocolVersion"], "2025-11-25");
    let old = pipe.request(1, "tools/list", json!({})).await;
    assert_eq!(old["result"].get("resultType"), None);
    let new = pipe.request(1, "tools/list", meta(json!({}))).await;
    assert_eq!(new["result"]["resultType"], "complete");
    assert_eq!(pipe.request(1, "server/discover", json!({})).await["error"]["code"], -32602);
    assert_eq!(pipe.request(1, "ping", json!({})).await["result"], json!({}));
    assert_eq!(pipe.request(1, "ping", meta(json!({}))).await["error"]["code"], -32601);
}

#[tokio::test]
async fn answers_and_states_are_ignored_where_nothing_asks() {
    let site = site().await;
    for method in ["tools/list", "server/discover"] {
        let params = json!({"inputResponses": {"x": accepted(json!({}))}, "requestState": "junk"});
        let (status, answer) = post(&site, &modern(method, ""), &request(1, method, params)).await;
        assert_eq!((status, &answer["result"]["resultType"]), (200, &json!("complete")), "{answer}");
    }
}

#[tokio::test]
async fn a_list_stays_a_list_when_its_last_tool_goes() {
    let server = Server::builder("s", "1").tools(tools![add]).build().unwrap();
    let site = Site::start(&server).await;
    let session = site.initialize("2025-11-25", json!({})).await;
    server.remove_tool("add");
    let (status, answer) = post(&site, &modern("tools/list", ""), &request(1, "tools/list", json!({}))).await;
    assert_eq!((status, &answer["result"]["tools"]), (200, &json!([])));
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    let answer = site.post("/mcp", &[("Mcp-Session-Id", &session)], &list).await.json().await;
    assert_eq!(answer["result"]["tools"], json!([]));
    let (_, answer) =
        post(&site, &modern("server/discover", ""), &request(1, "server/discover", json!({}))).await;
    assert!(answer["result"]["capabilities"]["tools"].is_object());
}

#[tokio::test]
async fn nobody_cancels_what_is_not_theirs() {
    let gate = Gate::new();
    let server = server_with(&gate);
    let site = Site::start(&server).await;
    let (victim, attacker) =
        (site.initialize("2025-11-25", json!({})).await, site.initialize("2025-11-25", json!({})).await);
    let plain = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "wait"}});
    let modern_call = call(&json!({}), "wait", json!({}), json!({}));
    let of_victim = [("Mcp-Session-Id", &*victim)];
    let of_session = site.post("/mcp", &of_victim, &plain);
    let of_nobody = site.stateless("tools/call", "wait", &modern_call);
    let attack = async {
        // Both run, under one id.
        let _ = gate.begun.acquire_many(2).await;
        let params = json!({"requestId": 1});
        let claim = json!({"requestId": 1, "_meta": stateless_meta(json!({}))});
        for (params, headers) in [
            (&params, &[("Mcp-Session-Id", &*attacker)][..]),
            (&params, &[]),
            (&claim, &[("MCP-Protocol-Version", REVISION), ("Mcp-Method", "notifications/cancelled")]),
            (&claim, &[("MCP-Protocol-Version", REVISION), ("Mcp-Session-Id", &*attacker)]),
        ] {
            let message = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params});
            assert_eq!(site.post("/mcp", headers, &message).await.status, 202);
        }
        gate.open.add_permits(2);
    };
    let (mut session, mut nobody, ()) = tokio::join!(of_session, of_nobody, attack);
    for response in [&mut session, &mut nobody] {
        assert_eq!(response.json().await["result"]["content"][0]["text"], "false");
    }
}

#[tokio::test]
async fn a_session_is_not_chosen_nor_taken_by_a_query() {
    let site = site().await;
    let victim = site.initialize("2025-11-25", json!({"elicitation": {}})).await;
    for path in [format!("/mcp?session_id={victim}"), format!("/mcp?sessionId={victim}")] {
        let get = site.send("GET", &path, &[("Accept", "text/event-stream")], "").await;
        assert_eq!(get.status, 400);
        let answer = json!({"jsonrpc": "2.0", "id": 1, "result": {"action": "accept", "content": {}}});
        assert_eq!(site.post(&path, &[], &answer).await.status, 400);
    }
    // A client does not choose its session's id either.
    let initialize = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}});
    assert_eq!(site.post("/mcp", &[("Mcp-Session-Id", "chosen")], &initialize).await.status, 404);
    let response = site.post("/mcp?session_id=chosen", &[], &initialize).await;
    assert_ne!(response.header("mcp-session-id"), Some("chosen"));
}

#[tokio::test]
async fn an_answer_is_of_the_session_that_was_asked() {
    let site = site().await;
    let victim = site.initialize("2025-11-25", json!({"elicitation": {}})).await;
    let attacker = site.initialize("2025-11-25", json!({"elicitation": {}})).await;
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "ask"}});
    let mut response = site.post("/mcp", &[("Mcp-Session-Id", &victim)], &message).await;
    let asked = response.event().await.unwrap();
    let answer =
        |name: &str| json!({"jsonrpc": "2.0", "id": asked["id"], "result": accepted(json!({"name": name}))});
    site.post("/mcp", &[("Mcp-Session-Id", &attacker)], &answer("Eve")).await;
    assert_eq!(site.post("/mcp", &[], &answer("Eve")).await.status, 400);
    site.post("/mcp", &[("Mcp-Session-Id", &victim)], &answer("Ada")).await;
    assert_eq!(response.event().await.unwrap()["result"]["content"][0]["text"], "Ada");
}

#[tokio::test]
async fn two_calls_of_one_id_on_one_pipe_are_one_too_many() {
    let gate = Gate::new();
    let mut pipe = Pipe::initialized(&server_with(&gate), "2025-11-25", json!({})).await;
    let message = call(&json!({}), "wait", json!({}), json!({}));
    pipe.send(&message).await;
    let _ = gate.begun.acquire().await.unwrap();
    // Of either era.
    let plain = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "wait"}});
    for message in [&message, &plain] {
        pipe.send(message).await;
        assert_eq!(pipe.receive().await["error"]["code"], -32600);
    }
    gate.open.add_permits(1);
    assert_eq!(pipe.receive().await["result"]["content"][0]["text"], "false");

    // Nor does the second one begin where both come in one breath.
    let gate = Gate::new();
    let mut pipe = Pipe::initialized(&server_with(&gate), "2025-11-25", json!({})).await;
    for message in [&message, &plain] {
        pipe.send_raw(format!("{message}\n{plain}\n").as_bytes()).await;
        let refused = pipe.receive().await;
        assert_eq!((&refused["error"]["code"], &refused["id"]), (&json!(-32600), &json!(1)));
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        assert_eq!(gate.begun.available_permits(), 1, "it has begun");
        let _ = gate.begun.acquire().await.map(tokio::sync::SemaphorePermit::forget);
        gate.open.add_permits(1);
        assert_eq!(pipe.receive().await["result"]["content"][0]["text"], "false");
        let _ = gate.open.acquire().await.map(tokio::sync::SemaphorePermit::forget);
    }
}

#[tokio::test]
async fn a_client_that_reads_no_streams_can_be_asked() {
    let site = site().await;
    let message = call(&json!({"elicitation": {}}), "ask", json!({}), json!({})).to_string();
    let mut headers = vec![("Content-Type", "application/json"), ("Accept", "application/json")];
    headers.extend(modern("tools/call", "ask"));
    let mut response = site.send("POST", "/mcp", &headers, &message).await;
    assert_eq!(response.header("content-type"), Some("application/json"));
    assert_eq!(response.json().await["result"]["resultType"], "input_required");
    // And one that reads nothing else is answered so.
    headers[1].1 = "text/event-stream";
    let mut response = site.send("POST", "/mcp", &headers, &message).await;
    assert!(response.is_events());
    assert_eq!(response.event().await.unwrap()["result"]["resultType"], "input_required");
    assert_eq!(response.event().await, None);
}
