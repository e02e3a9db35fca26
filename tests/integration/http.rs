//! Streamable HTTP: what is answered, in which form, and when.

use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response as AxumResponse};
use nanohub_mcp::{Ctx, Server, ServerBuilder, tool, tools};
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::support::client::text;
use crate::support::gate::Gate;
use crate::support::http::{Response, Site, Stoppable};

/// Say what was said, so many times.
#[tool(inline)]
fn repeat(text: String, #[arg(default = 1_usize)] times: usize) -> String {
    text.repeat(times)
}

/// Say something first.
#[tool]
async fn talk(ctx: &Ctx) -> String {
    ctx.info("talking");
    "talked".into()
}

/// Take a while.
#[tool]
async fn wait(seconds: f64) -> String {
    tokio::time::sleep(Duration::from_secs_f64(seconds)).await;
    "waited".into()
}

/// Go on for as long as the test wants.
#[tool]
async fn hold(gate: &Gate) -> String {
    let _guard = gate.enter();
    gate.pass().await;
    "held".into()
}

/// Say something, then go on for as long as the test wants.
#[tool]
async fn talk_and_hold(ctx: &Ctx, gate: &Gate) -> String {
    ctx.info("talking");
    let _guard = gate.enter();
    gate.pass().await;
    "held".into()
}

/// Ask.
#[tool]
async fn ask(ctx: &Ctx, gate: &Gate) -> String {
    let _guard = gate.enter();
    ctx.confirm("Sure?").await.map_or_else(|error| error.to_string(), |answer| answer.to_string())
}

fn builder(gate: &Gate) -> ServerBuilder {
    let tools = tools![repeat, talk, wait, hold, talk_and_hold, ask];
    Server::builder("http", "1").state(gate.clone()).tools(tools)
}

async fn start() -> (Site, Gate) {
    let gate = Gate::new();
    (Site::start(&builder(&gate).build().unwrap()).await, gate)
}

fn request(method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}

fn call(tool: &str, arguments: Value) -> Value {
    request("tools/call", json!({"name": tool, "arguments": arguments}))
}

const JSON: (&str, &str) = ("Content-Type", "application/json");
const BOTH: (&str, &str) = ("Accept", "application/json, text/event-stream");

#[tokio::test]
async fn a_probe_of_the_head_does_not_end_the_stream() {
    let server = Server::builder("probed", "1").build().unwrap();
    let site = Site::start(&server).await;
    let session = site.initialize("2025-11-25", json!({})).await;
    let mut stream = site.listen(&session).await;
    let headers = [("Mcp-Session-Id", &*session), ("Accept", "text/event-stream")];
    assert_eq!(site.send("HEAD", "/mcp", &headers, "").await.status, 405);
    server.tools_changed();
    assert_eq!(stream.event().await.unwrap()["method"], "notifications/tools/list_changed");
}

#[tokio::test]
async fn h01_every_accept_that_clients_send_is_served() {
    let (site, _) = start().await;
    let body = request("tools/list", json!({})).to_string();
    for (accept, content_type) in [
        (None, "application/json"),
        (Some("*/*"), "application/json"),
        (Some("application/*"), "application/json"),
        (Some("application/json"), "application/json"),
        (Some("text/event-stream, application/json"), "application/json"),
        (Some("application/json;q=0.9, text/event-stream"), "application/json"),
        (Some("text/event-stream"), "text/event-stream"),
    ] {
        let mut headers = vec![JSON];
        headers.extend(accept.map(|accept| ("Accept", accept)));
        let mut response = site.send("POST", "/mcp", &headers, &body).await;
        assert_eq!(
            (response.status, response.header("content-type")),
            (200, Some(content_type)),
            "{accept:?}"
        );
        assert!(response.answer().await["result"]["tools"].is_array());
    }
    let mut response = site.send("POST", "/mcp", &[JSON, ("Accept", "text/html")], &body).await;
    assert_eq!(response.status, 406);
    assert_eq!(response.json().await["error"]["code"], -32600);
    let session = site.initialize("2025-11-25", json!({})).await;
    let headers = [("Mcp-Session-Id", &*session), ("Accept", "application/json")];
    assert_eq!(site.send("GET", "/mcp", &headers, "").await.status, 406);
}

#[tokio::test]
async fn h03_what_is_json_is_taken_and_nothing_else() {
    let (site, _) = start().await;
    let ping = request("ping", json!({})).to_string();
    for (content_type, status) in [
        ("application/json;charset=UTF-8", 200),
        ("Application/JSON", 200),
        // As plain `curl -d` has it.
        ("application/x-www-form-urlencoded", 200),
        ("text/plain", 415),
        ("multipart/form-data", 415),
    ] {
        let response = site.send("POST", "/mcp", &[("Content-Type", content_type)], &ping).await;
        assert_eq!(response.status, status, "{content_type}");
    }
    let page = [("Content-Type", "application/x-www-form-urlencoded"), ("Origin", "http://localhost:1")];
    assert_eq!(site.send("POST", "/mcp", &page, &ping).await.status, 415);
    assert_eq!(site.send("POST", "/mcp", &[JSON], &format!("\u{FEFF}{ping}")).await.status, 200);
    for (body, code) in
        [("", -32700), ("{", -32700), ("nope", -32700), ("5", -32600), ("\"x\"", -32600), ("{}", -32600)]
    {
        let mut response = site.send("POST", "/mcp", &[JSON], body).await;
        assert_eq!(response.status, 400, "{body}");
        let answer = response.json().await;
        assert_eq!((answer.get("id"), &answer["error"]["code"]), (None, &json!(code)), "{body}");
    }
}

#[tokio::test]
async fn h07_streams_begin_at_once_and_are_not_held_back() {
    let (site, gate) = start().await;
    let session = site.initialize("2025-11-25", json!({})).await;
    let post = site.call(&session, 1, "talk_and_hold", json!({})).await;
    let get = site.listen(&session).await;
    for mut response in [post, get] {
        assert_eq!(response.header("content-type"), Some("text/event-stream"));
        assert_eq!(response.header("cache-control"), Some("no-cache"));
        assert_eq!(response.header("x-accel-buffering"), Some("no"));
        assert!(response.block().await.is_some());
    }
    gate.open();
}

#[tokio::test(start_paused = true)]
async fn h07_comments_keep_a_silent_stream_alive() {
    let (site, gate) = start().await;
    let session = site.initialize("2025-06-18", json!({})).await;
    let mut get = site.listen(&session).await;
    assert_eq!(get.block().await.as_deref(), Some(":\n\n"));
    for _ in 0..4 {
        let before = Instant::now();
        assert_eq!(get.block().await.as_deref(), Some(":\n\n"));
        assert!((14..=16).contains(&before.elapsed().as_secs()), "{:?}", before.elapsed());
    }
    drop(get);
    let mut post = site.call(&session, 1, "talk_and_hold", json!({})).await;
    assert!(post.block().await.unwrap().contains("talking"));
    for _ in 0..4 {
        let before = Instant::now();
        assert_eq!(post.block().await.as_deref(), Some(":\n\n"));
        assert!((14..=16).contains(&before.elapsed().as_secs()));
    }
    gate.open();
    // Each block is whole: a comment, or an event of its name and one line of data.
    let last = post.block().await.unwrap();
    let lines: Vec<&str> = last.trim_end().lines().collect();
    assert!(lines.len() == 2 && lines[0] == "event: message" && lines[1].starts_with("data: {"), "{last}");
    assert_eq!(post.block().await, None);
}

#[tokio::test(start_paused = true)]
async fn h07_comments_can_be_turned_off() {
    let server = builder(&Gate::new()).keep_alive(Duration::ZERO).build().unwrap();
    let site = Site::start(&server).await;
    let session = site.initialize("2025-06-18", json!({})).await;
    let mut get = site.listen(&session).await;
    assert_eq!(get.block().await.as_deref(), Some(":\n\n"));
    assert!(tokio::time::timeout(Duration::from_secs(3600), get.block()).await.is_err());
}

#[tokio::test(start_paused = true)]
async fn h16_the_form_of_the_answer_is_decided_late() {
    let (site, _) = start().await;
    let session = site.initialize("2025-11-25", json!({})).await;
    for (seconds, is_events) in [(0.0, false), (4.9, false), (5.1, true), (60.0, true)] {
        let before = Instant::now();
        let mut response = site.call(&session, 1, "wait", json!({"seconds": seconds})).await;
        assert_eq!(response.is_events(), is_events, "{seconds}");
        if is_events {
            assert!(before.elapsed() < Duration::from_millis(5100), "the headers come at 5 s");
        }
        assert_eq!(text(&response.answer().await["result"]), "waited");
        // Where there is no choice, one body whenever it is there.
        let body = call("wait", json!({"seconds": seconds})).to_string();
        let mut response = site.send("POST", "/mcp", &[JSON, ("Accept", "application/json")], &body).await;
        assert_eq!(response.header("content-type"), Some("application/json"));
        assert_eq!(text(&response.json().await["result"]), "waited");
    }
    // What is found wrong at once has no stream.
    let mut response = site.call(&session, 1, "nope", json!({})).await;
    assert_eq!((response.is_events(), &response.json().await["error"]["code"]), (false, &json!(-32602)));
    // The first word decides.
    let mut response = site.call(&session, 1, "talk", json!({})).await;
    assert!(response.is_events());
    assert_eq!(response.event().await.unwrap()["method"], "notifications/message");
    assert_eq!(text(&response.event().await.unwrap()["result"]), "talked");
    assert_eq!(response.event().await, None);
}

#[tokio::test]
async fn h10_the_endpoint_is_where_it_is() {
    let (site, _) = start().await;
    let list = request("tools/list", json!({}));
    for path in ["/mcp", "/mcp/", "/", "/mcp?key=1"] {
        let mut response = site.post(path, &[], &list).await;
        assert_eq!(response.status, 200, "{path}");
        assert!(response.json().await["result"]["tools"].is_array());
    }
}

async fn authorize(request: Request, next: Next) -> AxumResponse {
    match request.headers().get("authorization") {
        Some(_) => next.run(request).await,
        None => StatusCode::UNAUTHORIZED.into_response(),
    }
}

#[tokio::test]
async fn h10_a_nested_router_serves_whole_sessions() {
    let server = builder(&Gate::new()).build().unwrap();
    let guarded = server.clone().into_router().route_layer(middleware::from_fn(authorize));
    let app = Router::new().nest("/a/b", guarded).nest_service("/service", server.into_service());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let site = Site { address: listener.local_addr().unwrap() };
    tokio::spawn(async { axum::serve(listener, app).await });
    let initialize =
        request("initialize", json!({"protocolVersion": "2025-11-25", "capabilities": {"elicitation": {}}}));
    assert_eq!(site.post("/a/b/mcp", &[], &initialize).await.status, 401);
    for path in ["/a/b/mcp", "/a/b/mcp/", "/service/mcp", "/a/b/mcp?x=1"] {
        let token = ("Authorization", "Bearer x");
        let response = site.post(path, &[token], &initialize).await;
        assert_eq!(response.status, 200, "{path}");
        let session = response.header("mcp-session-id").unwrap().to_owned();
        let headers = [token, ("Mcp-Session-Id", &*session)];
        let mut response = site.post(path, &headers, &call("ask", json!({}))).await;
        let question = response.event().await.unwrap();
        let answer = json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "accept", "content": {"confirm": true}}});
        assert_eq!(site.post(path, &headers, &answer).await.status, 202);
        assert_eq!(text(&response.event().await.unwrap()["result"]), "true");
        let get = site.send("GET", path, &headers, "").await;
        assert_eq!((get.status, get.is_events()), (200, true));
        assert_eq!(site.send("DELETE", path, &headers, "").await.status, 204);
    }
}

#[tokio::test]
async fn h12_what_is_no_request_is_accepted_and_nothing_more() {
    let (site, _) = start().await;
    let session = site.initialize("2025-11-25", json!({})).await;
    for message in [
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 77}}),
        json!({"jsonrpc": "2.0", "method": "notifications/invented", "params": {"x": 1}}),
        json!({"jsonrpc": "2.0", "id": "ask-99", "result": {"action": "accept"}}),
        json!({"jsonrpc": "2.0", "id": 5, "error": {"code": 1, "message": "x"}}),
    ] {
        let mut response = site.say(&session, &message).await;
        assert_eq!((response.status, response.header("content-type")), (202, None), "{message}");
        assert_eq!(response.text().await, "");
    }
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    assert_eq!(site.post("/mcp", &[], &initialized).await.status, 202);
}

#[tokio::test]
async fn h13_versions_that_are_known_are_tolerated_and_others_are_not() {
    let (site, _) = start().await;
    let session = site.initialize("2025-06-18", json!({})).await;
    let list = request("tools/list", json!({}));
    for (version, status) in [
        ("2025-06-18", 200),
        // Another than the session's, which decides all the same.
        ("2025-11-25", 200),
        ("2024-11-05", 200),
        ("1999-01-01", 400),
        ("nope", 400),
        ("", 400),
    ] {
        let headers = [("Mcp-Session-Id", &*session), ("MCP-Protocol-Version", version)];
        let mut response = site.post("/mcp", &headers, &list).await;
        assert_eq!(response.status, status, "{version}");
        let answer = response.json().await;
        assert_eq!(answer["id"], 1);
        assert_eq!(answer["error"].is_null(), status == 200);
        if version == "2025-11-25" {
            assert!(answer["result"]["tools"][0]["icons"].is_null());
        }
        let cancelled =
            json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 9}});
        let expected = if status == 200 { 202 } else { 400 };
        assert_eq!(site.post("/mcp", &headers, &cancelled).await.status, expected);
    }
    let initialize = request("initialize", json!({"protocolVersion": "1999-01-01"}));
    assert_eq!(site.post("/mcp", &[("MCP-Protocol-Version", "1999-01-01")], &initialize).await.status, 200);
}

#[tokio::test]
async fn h15_answers_come_on_their_own_request() {
    let (site, _) = start().await;
    let session = site.initialize("2025-11-25", json!({"elicitation": {}})).await;
    let mut get = site.listen(&session).await;
    let large = site.call(&session, 1, "repeat", json!({"text": "é\n", "times": 66_000})).await.json().await;
    assert_eq!(text(&large["result"]).len(), 3 * 66_000);
    let mut asked = site.call(&session, 2, "ask", json!({})).await;
    assert_eq!(asked.event().await.unwrap()["method"], "elicitation/create");
    site.call(&session, 3, "talk", json!({})).await;
    site.send("DELETE", "/mcp", &[("Mcp-Session-Id", &session)], "").await;
    assert_eq!(get.event().await, None, "nothing of it came here");
}

#[tokio::test]
async fn h18_a_call_of_a_session_goes_on_when_its_connection_ends() {
    let (site, gate) = start().await;
    let session = site.initialize("2025-11-25", json!({})).await;
    // Before its answer has a form, and after.
    tokio::select! {
        _ = site.call(&session, 1, "hold", json!({})) => panic!("answered"),
        () = gate.begun() => {}
    }
    let stream = site.call(&session, 2, "talk_and_hold", json!({})).await;
    gate.begun().await;
    drop(stream);
    site.settle().await;
    for id in [1, 2] {
        // Both still run: their ids are taken.
        let ping = json!({"jsonrpc": "2.0", "id": id, "method": "ping"});
        assert_eq!(site.say(&session, &ping).await.json().await["error"]["code"], -32600);
    }
    gate.open();
    gate.open();
    gate.gone().await;
    gate.gone().await;
    assert!(gate.has_passed());
}

#[tokio::test]
async fn h18_only_its_client_cancels_a_call() {
    let (site, gate) = start().await;
    let [one, other] =
        [site.initialize("2025-11-25", json!({})).await, site.initialize("2025-11-25", json!({})).await];
    let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}});
    let (mut response, ()) = tokio::join!(site.call(&one, 1, "hold", json!({})), async {
        gate.begun().await;
        assert_eq!(site.say(&other, &cancel).await.status, 202);
        assert_eq!(site.post("/mcp", &[], &cancel).await.status, 202);
        site.settle().await;
        gate.open();
    });
    assert_eq!(text(&response.json().await["result"]), "held");
}

#[tokio::test]
async fn h19_nothing_holds_up_a_shutdown() {
    let gate = Gate::new();
    let running = Stoppable::start(&builder(&gate).build().unwrap()).await;
    let site = &running.site;
    let session = site.initialize("2025-11-25", json!({"elicitation": {}})).await;
    let mut get = site.listen(&session).await;
    let mut asked = site.call(&session, 1, "ask", json!({})).await;
    assert_eq!(asked.event().await.unwrap()["method"], "elicitation/create");
    let mut talking = site.call(&session, 2, "talk_and_hold", json!({})).await;
    talking.event().await.unwrap();
    let address = site.address;
    let before = Instant::now();
    running.stop().await;
    assert!(before.elapsed() < Duration::from_secs(2), "{:?}", before.elapsed());
    gate.gone().await;
    gate.gone().await;
    assert!(!gate.has_passed());
    for stream in [&mut get, &mut asked, &mut talking] {
        assert_eq!(stream.event().await, None);
    }
    assert!(tokio::net::TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn h19_a_plain_call_finishes_before_a_shutdown() {
    let gate = Gate::new();
    let running = Stoppable::start(&builder(&gate).build().unwrap()).await;
    let site = Site { address: running.site.address };
    let message = call("hold", json!({}));
    let (mut response, ()) = tokio::join!(site.post("/mcp", &[], &message), async {
        gate.begun().await;
        let stopped = tokio::spawn(running.stop());
        // Nothing is accepted any more, and the call still runs.
        while tokio::net::TcpStream::connect(site.address).await.is_ok() {
            tokio::task::yield_now().await;
        }
        gate.open();
        stopped.await.unwrap();
    });
    assert_eq!(text(&response.json().await["result"]), "held");
}

#[tokio::test]
async fn h21_nothing_but_a_good_handshake_opens_a_session() {
    let server = builder(&Gate::new()).max_sessions(1).build().unwrap();
    let site = Site::start(&server).await;
    let initialize = request("initialize", json!({"protocolVersion": "2025-11-25"})).to_string();
    let bad: [(&[(&str, &str)], String); 10] = [
        (&[JSON, BOTH], request("tools/list", json!({})).to_string()),
        (&[JSON, BOTH], request("initialize", json!({})).to_string()),
        (&[JSON, BOTH], "{".into()),
        (&[JSON, BOTH], format!("[{initialize}]")),
        (&[JSON, BOTH, ("Host", "evil.test")], initialize.clone()),
        (&[JSON, BOTH, ("Origin", "https://evil.test")], initialize.clone()),
        (&[JSON, BOTH, ("Mcp-Session-Id", "mine")], initialize.clone()),
        (&[("Content-Type", "text/plain")], initialize.clone()),
        (&[JSON, ("Accept", "text/html")], initialize.clone()),
        (&[JSON, ("MCP-Protocol-Version", "nope")], request("ping", json!({})).to_string()),
    ];
    for round in 0..1000 {
        let (headers, body) = &bad[round % bad.len()];
        let response: Response = site.send("POST", "/mcp", headers, body).await;
        assert_eq!(response.header("mcp-session-id"), None, "{body}");
    }
    site.initialize("2025-11-25", json!({})).await;
}
