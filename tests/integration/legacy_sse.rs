//! The HTTP+SSE transport of 2024-11-05.

use std::time::Duration;

use nanohub_mcp::{Ctx, Server, ServerBuilder, ToolError, tool, tools};
use serde_json::{Value, json};

use crate::support::gate::Gate;
use crate::support::http::{Response, Site};

/// Report, and ask.
#[tool]
async fn ask(ctx: &Ctx) -> Result<bool, ToolError> {
    ctx.info("asking");
    Ok(ctx.confirm("Sure?").await?)
}

/// Add.
#[tool]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Go on until the test says so.
#[tool]
async fn hold(ctx: &Ctx, gate: &Gate) -> String {
    let _guard = gate.enter();
    gate.pass().await;
    ctx.client_info().map(|client| client.name.clone()).unwrap_or_default()
}

fn builder(gate: &Gate) -> ServerBuilder {
    Server::builder("legacy", "1").tools(tools![ask, add, hold]).state(gate.clone()).legacy_sse(true)
}

async fn start() -> (Site, Gate) {
    let gate = Gate::new();
    (Site::start(&builder(&gate).build().unwrap()).await, gate)
}

/// A client with its stream.
struct Client<'a> {
    site: &'a Site,
    endpoint: String,
    stream: Response,
}

impl<'a> Client<'a> {
    async fn open(site: &'a Site) -> Self {
        let mut stream = get(site, "/sse", &[]).await;
        assert_eq!((stream.status, stream.is_events()), (200, true));
        let first = stream.block().await.unwrap();
        let endpoint = first.strip_prefix("event: endpoint\ndata: ").unwrap_or_else(|| panic!("{first}"));
        Self { site, endpoint: endpoint.trim_end().to_owned(), stream }
    }

    async fn initialized(site: &'a Site) -> Self {
        let mut client = Self::open(site).await;
        let answer = client.request("init", "initialize", initialize()).await;
        assert_eq!(answer["result"]["protocolVersion"], "2024-11-05");
        assert_eq!(client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await, 202);
        client
    }

    fn session(&self) -> &str {
        self.endpoint.split_once("session_id=").unwrap().1
    }

    async fn send(&self, message: &Value) -> u16 {
        let mut response = self.site.post(&self.endpoint, &[], message).await;
        if response.status == 202 {
            assert_eq!(response.text().await, "");
        }
        response.status
    }

    async fn request(&mut self, id: impl Into<Value>, method: &str, params: Value) -> Value {
        let id = id.into();
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        assert_eq!(self.send(&request).await, 202);
        let answer = self.stream.event().await.unwrap();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    async fn call(&self, id: u32, tool: &str) {
        let params = json!({"name": tool, "arguments": {}});
        let call = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params});
        assert_eq!(self.send(&call).await, 202);
    }
}

async fn get(site: &Site, path: &str, headers: &[(&str, &str)]) -> Response {
    let mut all = vec![("Accept", "text/event-stream")];
    all.extend_from_slice(headers);
    site.send("GET", path, &all, "").await
}

fn initialize() -> Value {
    json!({"protocolVersion": "2025-11-25", "capabilities": {"elicitation": {}},
           "clientInfo": {"name": "old", "version": "1"}})
}

fn ping() -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": "ping"})
}

/// Waits until a session is gone: the server learns a little later that a client went away.
async fn gone(site: &Site, endpoint: &str) {
    while site.post(endpoint, &[], &ping()).await.status != 404 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn hl20_it_is_off_unless_asked_for() {
    let gate = Gate::new();
    let site = Site::start(&builder(&gate).legacy_sse(false).build().unwrap()).await;
    assert_eq!(get(&site, "/sse", &[]).await.status, 404);
    // The query means nothing there.
    let mut response = site.post("/?session_id=x", &[], &ping()).await;
    assert_eq!(response.json().await["result"], json!({}));
}

#[tokio::test]
async fn hl20_answers_come_on_the_stream() {
    let (site, gate) = start().await;
    let mut client = Client::initialized(&site).await;
    let listed = client.request(1, "tools/list", json!({})).await;
    assert_eq!(listed["result"]["tools"].as_array().unwrap().len(), 3);
    let params = json!({"name": "add", "arguments": {"a": 1, "b": 2}});
    let sum = client.request("two", "tools/call", params).await;
    assert!(sum["result"]["content"][0]["text"].as_str().unwrap().contains('3'), "{sum}");
    assert_eq!(client.request(3, "nope", json!({})).await["error"]["code"], -32601);

    // Two calls at once, and who called them.
    client.call(4, "hold").await;
    client.call(5, "hold").await;
    gate.open();
    gate.open();
    let mut ids = Vec::new();
    for _ in 0..2 {
        let answer = client.stream.event().await.unwrap();
        assert_eq!(answer["result"]["content"][0]["text"], "old");
        ids.push(answer["id"].as_u64().unwrap());
    }
    ids.sort_unstable();
    assert_eq!(ids, [4, 5]);
}

#[tokio::test]
async fn hl20_nobody_is_asked_and_no_event_has_an_id() {
    let (site, _) = start().await;
    let mut client = Client::initialized(&site).await;
    client.call(1, "ask").await;
    let said = client.stream.block().await.unwrap();
    assert!(said.starts_with("event: message\ndata: ") && said.contains("asking"), "{said}");
    let answer = client.stream.event().await.unwrap();
    assert_eq!(answer["result"]["isError"], true, "{answer}");
}

#[tokio::test]
async fn hl20_a_call_is_cancelled_by_its_id() {
    let (site, gate) = start().await;
    let mut client = Client::initialized(&site).await;
    client.call(1, "hold").await;
    gate.begun().await;
    // An id that is in use is refused.
    let again = client.request(1, "tools/call", json!({"name": "hold"})).await;
    assert_eq!(again["error"]["code"], -32600);
    let cancelled =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}});
    assert_eq!(client.send(&cancelled).await, 202);
    gate.gone().await;
    assert_eq!(client.request(2, "ping", json!({})).await["result"], json!({}));
}

#[tokio::test]
async fn hl20_initialize_comes_first() {
    let (site, _) = start().await;
    let mut client = Client::open(&site).await;
    assert_eq!(client.request(1, "ping", json!({})).await["result"], json!({}));
    assert_eq!(client.request(2, "tools/list", json!({})).await["error"]["code"], -32600);
    assert_eq!(client.request(3, "initialize", json!([])).await["error"]["code"], -32602);
    assert!(client.request(4, "initialize", initialize()).await["result"].is_object());
    assert_eq!(client.request(5, "initialize", initialize()).await["error"]["code"], -32600);
}

#[tokio::test]
async fn hl20_what_is_no_message_is_refused_at_once() {
    let (site, _) = start().await;
    let mut client = Client::initialized(&site).await;
    let json = [("Content-Type", "application/json")];
    for (body, code) in [("{", -32700), ("[]", -32600), (r#"[{"jsonrpc":"2.0"}]"#, -32600), ("{}", -32600)] {
        let mut response = site.send("POST", &client.endpoint, &json, body).await;
        assert_eq!((response.status, &response.json().await["error"]["code"]), (400, &json!(code)), "{body}");
    }
    assert_eq!(
        site.send("POST", &client.endpoint, &[("Content-Type", "text/plain")], "{}").await.status,
        415
    );
    assert_eq!(client.request(1, "ping", json!({})).await["result"], json!({}));
}

#[tokio::test]
async fn hl12_ids_are_made_by_the_server_and_belong_to_one_transport() {
    let (site, _) = start().await;
    let mut chosen = get(&site, "/sse?session_id=mine", &[("Mcp-Session-Id", "mine")]).await;
    let first = chosen.block().await.unwrap();
    assert!(first.contains("session_id=") && !first.contains("mine"), "{first}");
    assert!(chosen.header("mcp-session-id").is_none());
    for id in ["mine", "", "%00"] {
        assert_eq!(site.post(&format!("/?session_id={id}"), &[], &ping()).await.status, 404, "{id}");
    }
    // A session of the one transport is none of the other.
    let client = Client::initialized(&site).await;
    let header = [("Mcp-Session-Id", client.session()), ("Accept", "text/event-stream")];
    assert_eq!(site.post("/mcp", &header[..1], &ping()).await.status, 404);
    assert_eq!(site.send("GET", "/mcp", &header, "").await.status, 404);
    assert_eq!(site.send("DELETE", "/mcp", &header, "").await.status, 404);
    let other = site.initialize("2025-11-25", json!({})).await;
    assert_eq!(site.post(&format!("/?session_id={other}"), &[], &ping()).await.status, 404);
    assert_eq!(client.send(&ping()).await, 202);
}

#[tokio::test]
async fn h04_it_is_guarded_like_all_else() {
    let (site, _) = start().await;
    let client = Client::initialized(&site).await;
    for header in [("Host", "evil.test"), ("Origin", "https://evil.test")] {
        assert_eq!(get(&site, "/sse", &[header]).await.status, 403);
        assert_eq!(site.post(&client.endpoint, &[header], &ping()).await.status, 403);
    }
    assert_eq!(site.send("GET", "/sse", &[("Accept", "application/json")], "").await.status, 406);
    assert_eq!(site.post("/sse", &[], &ping()).await.status, 405);
}

#[tokio::test]
async fn hl14_the_session_ends_with_its_stream_and_its_calls_with_it() {
    let (site, gate) = start().await;
    let client = Client::initialized(&site).await;
    client.call(1, "hold").await;
    gate.begun().await;
    let endpoint = client.endpoint.clone();
    drop(client);
    gate.gone().await;
    gone(&site, &endpoint).await;
}

#[tokio::test]
async fn n03_there_are_only_so_many() {
    let gate = Gate::new();
    let site = Site::start(&builder(&gate).max_sessions(2).build().unwrap()).await;
    let first = Client::open(&site).await;
    let second = Client::initialized(&site).await;
    assert_eq!(get(&site, "/sse", &[]).await.status, 503);
    let endpoint = first.endpoint.clone();
    drop(first);
    gone(&site, &endpoint).await;
    let third = Client::initialized(&site).await;
    assert_eq!((second.send(&ping()).await, third.send(&ping()).await), (202, 202));
}

#[tokio::test(start_paused = true)]
async fn n06_a_session_that_is_listened_to_is_not_idle() {
    let gate = Gate::new();
    let server = builder(&gate).session_idle(Duration::from_secs(1)).build().unwrap();
    let site = Site::start(&server).await;
    let mut client = Client::initialized(&site).await;
    tokio::time::sleep(Duration::from_secs(600)).await;
    assert_eq!(client.request(1, "ping", json!({})).await["result"], json!({}));
}

#[tokio::test]
async fn h10_the_endpoint_has_the_prefix() {
    let gate = Gate::new();
    let site = Site::start(&builder(&gate).path_prefix("/lab").build().unwrap()).await;
    for path in ["/lab/sse", "/lab/sse/", "/sse"] {
        let first = get(&site, path, &[]).await.block().await.unwrap();
        assert!(first.starts_with("event: endpoint\ndata: /lab/?session_id="), "{first}");
    }
    let mut client = Client::initialized(&site).await;
    assert_eq!(client.request(1, "ping", json!({})).await["result"], json!({}));
    let document = site.send("GET", "/lab/.well-known/mcp.json", &[], "").await.json().await;
    assert_eq!(document["transports"][1], json!({"type": "sse", "endpoint": "/lab/sse"}));
}
