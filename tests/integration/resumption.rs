//! Streams that break off and are taken up again (2025-11-25, transports, *Resumability and Redelivery*).

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use nanohub_mcp::{Ctx, Server, ServerBuilder, ToolError, tool, tools};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::support::events::{Event, event, events, said};
use crate::support::http::{Response, Site};
use crate::support::script::stateless_meta;

const RETRY: Duration = Duration::from_millis(50);

/// Lets tools go on step by step, and tells when they are through.
#[derive(Clone)]
struct Steps {
    go: Arc<Semaphore>,
    done: Arc<Semaphore>,
}

impl Steps {
    fn new() -> Self {
        let [go, done] = [0; 2].map(|_| Arc::new(Semaphore::new(0)));
        Self { go, done }
    }

    async fn take(&self) {
        self.go.acquire().await.unwrap().forget();
    }

    fn give(&self, steps: usize) {
        self.go.add_permits(steps);
    }

    async fn done(&self) {
        self.done.acquire().await.unwrap().forget();
    }
}

/// Say some words, with a step after each.
#[tool]
async fn talk(ctx: &Ctx, steps: &Steps, words: u32) -> &'static str {
    for word in 0..words {
        ctx.info(word);
        steps.take().await;
    }
    steps.done.add_permits(1);
    "said"
}

/// Ask.
#[tool]
async fn ask(ctx: &Ctx) -> Result<bool, ToolError> {
    ctx.info("asking");
    let sure = ctx.confirm("Sure?").await?;
    ctx.info("asked");
    Ok(sure)
}

/// Send the client away for the result.
#[tool]
async fn pause(ctx: &Ctx, steps: &Steps) -> &'static str {
    ctx.close_stream(RETRY);
    steps.take().await;
    "paused"
}

/// Say nothing.
#[tool]
async fn hush(ctx: &Ctx) -> &'static str {
    // The result is there: nobody has to come back for it.
    ctx.close_stream(RETRY);
    "hushed"
}

fn build(builder: ServerBuilder) -> (Server, Steps) {
    let steps = Steps::new();
    let tools = tools![talk, ask, pause, hush];
    (builder.tools(tools).state(steps.clone()).keep_alive(Duration::from_secs(3600)).build().unwrap(), steps)
}

fn builder() -> ServerBuilder {
    Server::builder("resumption", "1")
}

/// A client with a session.
struct Client {
    site: Site,
    session: String,
}

impl Client {
    async fn open(server: &Server, revision: &str) -> Self {
        let site = Site::start(server).await;
        let session = site.initialize(revision, json!({"elicitation": {}})).await;
        Self { site, session }
    }

    async fn call(&self, id: u32, tool: &str, arguments: Value) -> Response {
        let call = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call",
                          "params": {"name": tool, "arguments": arguments}});
        self.site.post("/mcp", &[("Mcp-Session-Id", &self.session)], &call).await
    }

    async fn get(&self, last: Option<&str>) -> Response {
        let mut headers = vec![("Mcp-Session-Id", &*self.session), ("Accept", "text/event-stream")];
        headers.extend(last.map(|last| ("Last-Event-ID", last)));
        self.site.send("GET", "/mcp", &headers, "").await
    }

    async fn resume(&self, last: &Event) -> Response {
        let response = self.get(last.id.as_deref()).await;
        assert_eq!(response.status, 200);
        response
    }

    async fn answer(&self, question: &Event, confirm: bool) {
        let answer = json!({"jsonrpc": "2.0", "id": question.message()["id"],
                            "result": {"action": "accept", "content": {"confirm": confirm}}});
        let headers = [("Mcp-Session-Id", &*self.session)];
        assert_eq!(self.site.post("/mcp", &headers, &answer).await.status, 202);
    }
}

#[tokio::test]
async fn hl06_a_stream_begins_with_an_event_that_says_nothing_where_clients_know_it() {
    for revision in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let (server, steps) = build(builder());
        let client = Client::open(&server, revision).await;
        steps.give(2);
        let mut response = client.call(1, "talk", json!({"words": 2})).await;
        let all = events(&mut response).await;
        assert_eq!(said(&all), ["0", "1", "said"], "{revision}");
        if revision == "2025-11-25" {
            assert_eq!((&*all[0].data, all[0].retry), ("", Some(1000)));
            assert!(all.iter().all(|event| event.id.is_some()), "{all:?}");
        } else {
            assert!(
                all.iter().all(|event| event.id.is_none() && event.retry.is_none()),
                "{revision}: {all:?}"
            );
            // An id that comes all the same means nothing.
            assert_eq!(client.get(Some("3-17")).await.status, 200);
        }
    }
}

#[tokio::test]
async fn hl07_only_sessions_have_event_ids() {
    let (server, steps) = build(builder());
    let site = Site::start(&server).await;
    let params = json!({"name": "talk", "arguments": {"words": 1}});
    steps.give(2);
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
    let mut sessionless = events(&mut site.post("/mcp", &[], &call).await).await;
    let mut params = params;
    params["_meta"] = stateless_meta(json!({}));
    params["_meta"]["io.modelcontextprotocol/logLevel"] = "debug".into();
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
    sessionless.extend(events(&mut site.stateless("tools/call", "talk", &call).await).await);
    assert_eq!(said(&sessionless), ["0", "said", "0", "said"]);
    assert!(sessionless.iter().all(|event| event.id.is_none() && event.retry.is_none()), "{sessionless:?}");

    // Nor those of a server that keeps nothing.
    let (server, steps) = build(builder().resume_window(Duration::ZERO));
    let client = Client::open(&server, "2025-11-25").await;
    steps.give(1);
    let all = events(&mut client.call(1, "talk", json!({"words": 1})).await).await;
    assert!(all.len() == 2 && all.iter().all(|event| event.id.is_none()), "{all:?}");
}

#[tokio::test]
async fn h16_a_call_that_says_nothing_is_one_json_body() {
    let (server, _) = build(builder());
    let client = Client::open(&server, "2025-11-25").await;
    for (tool, text, arguments) in [("talk", "said", json!({"words": 0})), ("hush", "hushed", json!({}))] {
        let mut response = client.call(1, tool, arguments).await;
        assert_eq!(response.header("content-type"), Some("application/json"));
        assert_eq!(response.json().await["result"]["content"][0]["text"], text);
    }
}

#[tokio::test]
async fn hl08_a_stream_that_is_cut_anywhere_loses_nothing_and_says_nothing_twice() {
    let whole = ["0", "1", "2", "said"];
    // The priming event, and all that follows.
    for cut in 1..=5 {
        let (server, steps) = build(builder());
        let client = Client::open(&server, "2025-11-25").await;
        let mut response = client.call(1, "talk", json!({"words": 3})).await;
        let mut got = Vec::new();
        for read in 0..cut {
            got.push(event(&mut response).await.unwrap());
            steps.give(usize::from(read > 0));
        }
        drop(response);
        let mut response = client.resume(&got[cut - 1]).await;
        steps.give(3);
        got.extend(events(&mut response).await);
        assert_eq!(said(&got), whole, "cut after {cut}");
        let ids: HashSet<_> = got.iter().map(|event| event.id.clone().unwrap()).collect();
        assert_eq!(ids.len(), 5, "cut after {cut}: {got:?}");
    }
}

#[tokio::test]
async fn hl08_a_stream_that_is_cut_after_each_event_is_whole_in_the_end() {
    let (server, steps) = build(builder());
    let client = Client::open(&server, "2025-11-25").await;
    let mut response = client.call(1, "talk", json!({"words": 20})).await;
    let mut got = vec![event(&mut response).await.unwrap()];
    while said(&got).last().is_none_or(|last| last != "said") {
        // With and without messages that nobody read, on a connection that is still there or not.
        steps.give(got.len() % 3);
        if got.len() % 2 == 0 {
            drop(response);
        }
        response = client.resume(got.last().unwrap()).await;
        steps.give(1);
        got.push(event(&mut response).await.unwrap());
    }
    let words: Vec<_> = (0..20).map(|word| word.to_string()).chain(["said".into()]).collect();
    assert_eq!(said(&got), words);
    assert_eq!(event(&mut response).await, None);
}

#[tokio::test]
async fn h18_a_call_that_ends_while_its_client_is_away_is_not_lost() {
    let (server, steps) = build(builder());
    let client = Client::open(&server, "2025-11-25").await;
    let mut response = client.call(1, "talk", json!({"words": 1})).await;
    let priming = event(&mut response).await.unwrap();
    drop(response);
    steps.give(1);
    steps.done().await;
    // As often as the client needs: it may lose the connection again.
    for _ in 0..3 {
        assert_eq!(said(&events(&mut client.resume(&priming).await).await), ["0", "said"]);
    }
}

#[tokio::test]
async fn h18_a_question_outlives_its_connection() {
    for cut in 1..=3 {
        let (server, _) = build(builder());
        let client = Client::open(&server, "2025-11-25").await;
        let mut response = client.call(1, "ask", json!({})).await;
        let mut got = Vec::new();
        for _ in 0..cut {
            got.push(event(&mut response).await.unwrap());
        }
        drop(response);
        let mut response = client.resume(&got[cut - 1]).await;
        while got.len() < 3 {
            got.push(event(&mut response).await.unwrap());
        }
        assert_eq!(said(&got), ["\"asking\"", "Sure?"], "cut after {cut}");
        client.answer(&got[2], true).await;
        got.extend(events(&mut response).await);
        assert_eq!(said(&got), ["\"asking\"", "Sure?", "\"asked\"", r#"{"result":true}"#], "cut after {cut}");
        // What was answered is not asked again.
        let again = events(&mut client.resume(&got[0]).await).await;
        assert_eq!(said(&again), ["\"asking\"", "\"asked\"", r#"{"result":true}"#]);
    }
}

#[tokio::test]
async fn h18_an_answer_needs_no_stream() {
    let (server, _) = build(builder());
    let client = Client::open(&server, "2025-11-25").await;
    let mut response = client.call(1, "ask", json!({})).await;
    let got = [event(&mut response).await, event(&mut response).await, event(&mut response).await];
    let question = got[2].as_ref().unwrap();
    drop(response);
    client.answer(question, false).await;
    let rest = events(&mut client.resume(question).await).await;
    assert_eq!(said(&rest), ["\"asked\"", r#"{"result":false}"#]);
}

#[tokio::test]
async fn hl08_streams_are_told_apart() {
    let (server, steps) = build(builder());
    let client = Client::open(&server, "2025-11-25").await;
    let mut ids = HashSet::new();
    let mut own = client.get(None).await;
    let listening = event(&mut own).await.unwrap();
    assert_eq!(listening.data, "");
    let mut streams = Vec::new();
    for id in 1..=3 {
        let mut response = client.call(id, "talk", json!({"words": 2})).await;
        let priming = event(&mut response).await.unwrap();
        let first = event(&mut response).await.unwrap();
        assert_eq!(first.says(), "0");
        streams.push((priming, first));
    }
    server.tools_changed();
    steps.give(6);
    for _ in 0..3 {
        steps.done().await;
    }
    for (index, (priming, first)) in streams.iter().enumerate() {
        let mut again = client.resume(priming).await;
        let all = events(&mut again).await;
        assert_eq!(said(&all), ["0", "1", "said"]);
        assert_eq!(all[0], *first);
        assert_eq!(all[2].message()["id"], index + 1);
        ids.extend(all.iter().chain([priming]).map(|event| event.id.clone().unwrap()));
    }
    // The session's own stream has nothing of theirs.
    let changed = event(&mut own).await.unwrap();
    assert_eq!(changed.says(), "notifications/tools/list_changed");
    ids.extend([listening, changed].map(|event| event.id.unwrap()));
    assert_eq!(ids.len(), 14, "{ids:?}");
}

#[tokio::test]
async fn hl08_the_stream_of_a_session_is_resumed_too() {
    let (server, _) = build(builder());
    let client = Client::open(&server, "2025-11-25").await;
    let mut own = client.get(None).await;
    let priming = event(&mut own).await.unwrap();
    server.tools_changed();
    let first = event(&mut own).await.unwrap();
    drop(own);
    server.tools_changed();
    let mut again = client.resume(&first).await;
    let second = event(&mut again).await.unwrap();
    assert_eq!(second.says(), "notifications/tools/list_changed");
    assert_ne!(second.id, first.id);
    // The newest reader reads, and the one before it comes to its end.
    let mut newest = client.resume(&priming).await;
    assert_eq!(event(&mut again).await, None);
    assert_eq!([event(&mut newest).await, event(&mut newest).await], [Some(first), Some(second)]);
    // N04: a client that opens it anew instead is told what is new.
    let mut anew = client.get(None).await;
    assert_eq!(event(&mut newest).await, None);
    server.tools_changed();
    assert_eq!(event(&mut anew).await.unwrap().data, "");
    assert_eq!(event(&mut anew).await.unwrap().says(), "notifications/tools/list_changed");
}

#[tokio::test]
async fn hl08_events_that_are_not_kept_are_refused_without_ending_the_session() {
    let (server, steps) = build(builder().resume_buffer(1000, 0));
    let client = Client::open(&server, "2025-11-25").await;
    let other = client.site.initialize("2025-11-25", json!({})).await;
    steps.give(2);
    let first = events(&mut client.call(1, "talk", json!({"words": 1})).await).await;
    for id in ["7-1", "0-99", "nonsense", "1", "0-0", "-", "00-1", "\u{e9}"] {
        let mut response = client.get(Some(id)).await;
        assert_eq!(response.status, 400, "{id}");
        assert_eq!(response.json().await["error"]["code"], -32600);
    }
    // Of another session.
    let stranger = Client { site: Site { address: client.site.address }, session: other };
    assert_eq!(stranger.get(first[0].id.as_deref()).await.status, 400);
    // The newest stream is kept, and takes the place of the one before.
    assert_eq!(said(&events(&mut client.resume(&first[0]).await).await), ["said"]);
    let second = events(&mut client.call(2, "talk", json!({"words": 1})).await).await;
    assert_eq!(client.get(first[0].id.as_deref()).await.status, 400);
    assert_eq!(said(&events(&mut client.resume(&second[0]).await).await), ["said"]);
}

#[tokio::test]
async fn hl05_a_stream_is_closed_early_where_its_client_can_come_back() {
    let (server, steps) = build(builder());
    let client = Client::open(&server, "2025-11-25").await;
    let mut response = client.call(1, "pause", json!({})).await;
    assert!(response.is_events());
    let all = events(&mut response).await;
    assert!(all[0].id.is_some() && said(&all).is_empty(), "{all:?}");
    assert_eq!(all.iter().map(|event| event.retry).collect::<Vec<_>>(), [Some(1000), Some(50)]);
    let mut again = client.resume(&all[0]).await;
    steps.give(1);
    assert_eq!(said(&events(&mut again).await), ["paused"]);

    // Elsewhere it does nothing.
    for revision in ["2025-03-26", "2025-06-18"] {
        let client = Client::open(&server, revision).await;
        steps.give(1);
        let mut response = client.call(1, "pause", json!({})).await;
        assert_eq!(response.json().await["result"]["content"][0]["text"], "paused", "{revision}");
    }
    let client = Client::open(&server, "2025-11-25").await;
    steps.give(1);
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "pause"}});
    let headers = [
        ("Content-Type", "application/json"),
        ("Accept", "application/json"),
        ("Mcp-Session-Id", &*client.session),
    ];
    let mut response = client.site.send("POST", "/mcp", &headers, &call.to_string()).await;
    assert_eq!(response.json().await["result"]["content"][0]["text"], "paused");
}

#[tokio::test]
async fn n10_the_end_of_a_session_is_the_end_of_its_streams() {
    let (server, _) = build(builder());
    let client = Client::open(&server, "2025-11-25").await;
    let mut response = client.call(1, "talk", json!({"words": 2})).await;
    let priming = event(&mut response).await.unwrap();
    drop(response);
    let mut again = client.resume(&priming).await;
    assert_eq!(event(&mut again).await.unwrap().says(), "0");
    let headers = [("Mcp-Session-Id", &*client.session)];
    assert_eq!(client.site.send("DELETE", "/mcp", &headers, "").await.status, 204);
    assert_eq!(event(&mut again).await, None);
    assert_eq!(client.get(priming.id.as_deref()).await.status, 404);
}
