//! Sessions: ids, ends, limits, idleness.

use std::time::Duration;

use nanohub_mcp::{Ctx, ElicitError, Server, ServerBuilder, tool, tools};
use serde_json::{Value, json};

use crate::support::client::text;
use crate::support::gate::Gate;
use crate::support::http::{Response, Site};

/// Say yes.
#[tool(inline)]
fn yes() -> String {
    "yes".into()
}

/// Go on for as long as the test wants.
#[tool]
async fn hold(gate: &Gate) -> String {
    let _guard = gate.enter();
    gate.pass().await;
    "held".into()
}

/// Ask.
#[tool]
async fn ask(ctx: &Ctx, gate: &Gate) -> String {
    let _guard = gate.enter();
    match ctx.confirm("Sure?").timeout(Duration::from_secs(7200)).await {
        Ok(answer) => answer.to_string(),
        Err(ElicitError::Disconnected) => "disconnected".into(),
        Err(error) => error.to_string(),
    }
}

fn builder(gate: &Gate) -> ServerBuilder {
    Server::builder("sessions", "1").state(gate.clone()).tools(tools![yes, hold, ask])
}

async fn start() -> (Site, Gate) {
    let gate = Gate::new();
    (Site::start(&builder(&gate).build().unwrap()).await, gate)
}

fn asking() -> Value {
    json!({"elicitation": {}})
}

async fn delete(site: &Site, session: &str) -> Response {
    site.send("DELETE", "/mcp", &[("Mcp-Session-Id", session)], "").await
}

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

#[tokio::test]
async fn n01_an_unknown_session_is_not_found() {
    let (site, _) = start().await;
    for id in ["gone", "", "é", "a b", &"x".repeat(4000)] {
        for name in ["Mcp-Session-Id", "MCP-SESSION-ID", "mcp-session-id"] {
            for method in ["POST", "GET", "DELETE"] {
                let body = if method == "POST" { PING } else { "" };
                let headers = [(name, id), ("Content-Type", "application/json")];
                let mut response = site.send(method, "/mcp", &headers, body).await;
                assert_eq!(response.status, 404, "{method} {id}");
                assert_eq!(response.json().await["error"]["code"], -32600);
            }
        }
    }
    // Nor is one that names two.
    let session = site.initialize("2025-11-25", json!({})).await;
    for method in ["GET", "DELETE"] {
        assert_eq!(site.send(method, "/mcp", &[], "").await.status, 400, "{method} without a session");
    }
    assert_eq!(site.say(&session, &serde_json::from_str(PING).unwrap()).await.status, 200);
}

#[tokio::test]
async fn n04_a_closed_stream_leaves_the_session() {
    let (site, _) = start().await;
    let session = site.initialize("2025-06-18", json!({})).await;
    for round in 0..50 {
        let mut stream = site.listen(&session).await;
        assert_eq!((stream.status, stream.is_events()), (200, true));
        assert_eq!(stream.block().await.as_deref(), Some(":\n\n"));
        drop(stream);
        let answer = site.call(&session, round, "yes", json!({})).await.json().await;
        assert_eq!(text(&answer["result"]), "yes");
    }
}

#[tokio::test]
async fn n04_the_newest_stream_is_the_one_that_is_read() {
    let (site, _) = start().await;
    let session = site.initialize("2025-06-18", json!({})).await;
    let mut old = site.listen(&session).await;
    let mut new = site.listen(&session).await;
    assert_eq!(new.block().await.as_deref(), Some(":\n\n"));
    assert_eq!(old.event().await, None);
    assert_eq!(delete(&site, &session).await.status, 204);
    assert_eq!(new.event().await, None);
}

#[tokio::test(start_paused = true)]
async fn n06_idle_sessions_end_and_busy_ones_do_not() {
    let gate = Gate::new();
    let server = builder(&gate).session_idle(Duration::from_secs(1)).build().unwrap();
    let site = Site::start(&server).await;
    let ping: Value = serde_json::from_str(PING).unwrap();

    let idle = site.initialize("2025-11-25", json!({})).await;
    for _ in 0..3 {
        tokio::time::sleep(Duration::from_millis(900)).await;
        assert_eq!(site.say(&idle, &ping).await.status, 200, "each request starts the clock anew");
    }
    tokio::time::sleep(Duration::from_millis(1100)).await;
    assert_eq!(site.say(&idle, &ping).await.status, 404);

    // A tool that runs, whether its client waits for it or not.
    let busy = site.initialize("2025-11-25", json!({})).await;
    tokio::select! {
        _ = site.call(&busy, 1, "hold", json!({})) => panic!("answered"),
        () = gate.begun() => {}
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(site.say(&busy, &json!({"jsonrpc": "2.0", "id": 2, "method": "ping"})).await.status, 200);
    tokio::time::sleep(Duration::from_secs(3)).await;
    gate.open();
    gate.gone().await;
    // The clock starts when the last request ends.
    tokio::time::sleep(Duration::from_millis(900)).await;
    assert_eq!(site.say(&busy, &ping).await.status, 200);

    // A person who is asked.
    let asked = site.initialize("2025-11-25", asking()).await;
    let mut response = site.call(&asked, 1, "ask", json!({})).await;
    let question = response.event().await.unwrap();
    tokio::time::sleep(Duration::from_secs(3600)).await;
    let answer = json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "accept", "content": {"confirm": true}}});
    assert_eq!(site.say(&asked, &answer).await.status, 202);
    assert_eq!(text(&response.event().await.unwrap()["result"]), "true");

    // A stream that is open.
    let listening = site.initialize("2025-11-25", json!({})).await;
    let stream = site.listen(&listening).await;
    tokio::time::sleep(Duration::from_secs(3600)).await;
    assert_eq!(site.say(&listening, &ping).await.status, 200);
    drop(stream);
    site.settle().await;
    tokio::time::sleep(Duration::from_millis(1100)).await;
    assert_eq!(site.say(&listening, &ping).await.status, 404);
}

#[tokio::test(start_paused = true)]
async fn n03_a_client_that_never_came_back_leaves_early() {
    let server = builder(&Gate::new()).max_sessions(2).build().unwrap();
    let site = Site::start(&server).await;
    let initialize = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25", "capabilities": {}}});
    let vanished = site.post("/mcp", &[], &initialize).await.header("mcp-session-id").unwrap().to_owned();
    let stays = site.initialize("2025-11-25", json!({})).await;
    assert_eq!(site.post("/mcp", &[], &initialize).await.status, 503);
    tokio::time::sleep(Duration::from_secs(5 * 60 + 1)).await;
    assert_eq!(site.post("/mcp", &[], &initialize).await.status, 200);
    let ping: Value = serde_json::from_str(PING).unwrap();
    assert_eq!(site.say(&vanished, &ping).await.status, 404);
    assert_eq!(site.say(&stays, &ping).await.status, 200);
}

#[tokio::test]
async fn n07_there_are_only_so_many_sessions() {
    let server = builder(&Gate::new()).max_sessions(2).build().unwrap();
    let site = Site::start(&server).await;
    let sessions =
        [site.initialize("2025-11-25", json!({})).await, site.initialize("2025-06-18", json!({})).await];
    let initialize = json!({"jsonrpc": "2.0", "id": "x", "method": "initialize", "params": {"protocolVersion": "2025-11-25"}});
    for _ in 0..10 {
        let mut full = site.post("/mcp", &[], &initialize).await;
        assert_eq!((full.status, full.header("mcp-session-id")), (503, None));
        assert!(full.header("retry-after").is_some_and(|after| after.parse::<u32>().is_ok()));
        assert_eq!(full.json().await["id"], "x");
    }
    for session in &sessions {
        let answer = site.call(session, 1, "yes", json!({})).await.json().await;
        assert_eq!(text(&answer["result"]), "yes");
    }
    assert_eq!(delete(&site, &sessions[0]).await.status, 204);
    site.initialize("2025-11-25", json!({})).await;
}

#[tokio::test]
async fn n09_ids_cannot_be_guessed_and_are_not_chosen_by_clients() {
    let (site, _) = start().await;
    let mut seen = std::collections::HashSet::new();
    for _ in 0..100 {
        let session = site.initialize("2025-11-25", json!({})).await;
        // 128 bits take 22 digits of base64.
        assert!(session.len() >= 22 && session.bytes().all(|byte| byte.is_ascii_graphic()), "{session}");
        for path in ["/", "/.well-known/mcp.json", "/openapi.json"] {
            assert!(!site.send("GET", path, &[], "").await.text().await.contains(&session));
        }
        assert!(seen.insert(session));
    }
    let initialize = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25"}});
    assert_eq!(site.post("/mcp", &[("Mcp-Session-Id", "mine")], &initialize).await.status, 404);
}

#[tokio::test]
async fn n10_deleting_a_session_ends_what_it_does() {
    let (site, gate) = start().await;
    let session = site.initialize("2025-11-25", asking()).await;
    let mut stream = site.listen(&session).await;
    let mut asked = site.call(&session, 1, "ask", json!({})).await;
    assert_eq!(asked.event().await.unwrap()["method"], "elicitation/create");
    gate.begun().await;
    let (held, ()) = tokio::join!(site.call(&session, 2, "hold", json!({})), async {
        gate.begun().await;
        let mut deleted = delete(&site, &session).await;
        assert_eq!((deleted.status, &*deleted.text().await), (204, ""));
    });
    // Both tools are gone, and nothing is said about them.
    gate.gone().await;
    gate.gone().await;
    assert!(!gate.has_passed());
    assert_eq!(held.status, 202);
    assert_eq!((asked.event().await, stream.event().await), (None, None));
    for method in ["DELETE", "GET", "POST"] {
        let body = if method == "POST" { PING } else { "" };
        let headers = [("Mcp-Session-Id", &*session), ("Content-Type", "application/json")];
        assert_eq!(site.send(method, "/mcp", &headers, body).await.status, 404, "{method}");
    }
    site.initialize("2025-11-25", json!({})).await;
}

#[tokio::test]
async fn n12_a_client_without_a_session_is_served_anywhere() {
    let (a, _) = start().await;
    let (b, _) = start().await;
    a.initialize("2025-11-25", json!({})).await;
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    let mut response = b.post("/mcp", &[], &list).await;
    assert_eq!((response.status, response.header("mcp-session-id")), (200, None));
    assert_eq!(response.json().await["result"]["tools"].as_array().unwrap().len(), 3);
    let ask = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "ask"}});
    let answer = b.post("/mcp", &[], &ask).await.json().await;
    assert!(text(&answer["result"]).contains("cannot show forms"), "{answer}");
}

#[tokio::test]
async fn e23_an_answer_from_another_session_is_not_delivered() {
    let (site, _) = start().await;
    let [one, other] =
        [site.initialize("2025-11-25", asking()).await, site.initialize("2025-11-25", asking()).await];
    let mut response = site.call(&one, 1, "ask", json!({})).await;
    let question = response.event().await.unwrap();
    let answer = |confirm: bool| json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "accept", "content": {"confirm": confirm}}});
    assert_eq!(site.say(&other, &answer(true)).await.status, 202);
    assert_eq!(site.say("gone", &answer(true)).await.status, 404);
    assert_eq!(site.post("/mcp", &[], &answer(true)).await.status, 400);
    assert_eq!(site.say(&one, &answer(false)).await.status, 202);
    assert_eq!(text(&response.event().await.unwrap()["result"]), "false");
    // Late, and twice.
    assert_eq!(site.say(&one, &answer(true)).await.status, 202);
}
