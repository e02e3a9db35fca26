//! Calls of a session: what is said beside the result, questions, cancellation, panics, limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use nanohub_mcp::{
    Ctx, ElicitError, ElicitForm, Elicited, LogLevel, Server, ServerBuilder, ToolError, UrlRequired, tool,
    tools,
};
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::support::client::{Client, WAYS, Way, text};
use crate::support::gate::Gate;

/// Say what was said.
#[tool(inline)]
fn echo(text: String) -> String {
    text
}

/// Report progress.
#[tool]
async fn progress(ctx: &Ctx) -> String {
    for value in [1.0, 1.0, 0.5, f64::NAN, f64::INFINITY, 2.0] {
        ctx.progress(value, None);
    }
    ctx.progress_with(2.5, 4.0, "more than half");
    ctx.progress(3.0, f64::NAN);
    "done".into()
}

/// Report progress from a thread.
#[tool]
fn progress_from_a_thread(ctx: &Ctx) -> String {
    ctx.progress(1.0, 2.0);
    "done".into()
}

/// Log at every level.
#[tool]
async fn logs(ctx: &Ctx) -> String {
    ctx.debug("debug");
    ctx.info(json!({"info": 1}));
    ctx.notice("notice");
    ctx.warning("warning");
    ctx.error("error");
    ctx.critical("critical");
    ctx.alert("alert");
    ctx.log(LogLevel::Emergency, "emergency");
    "logged".into()
}

/// Go on for as long as the test wants.
#[tool]
async fn hold(gate: &Gate, #[arg(default = String::from("held"))] say: String) -> String {
    let _guard = gate.enter();
    gate.pass().await;
    say
}

/// Go on for as long as the test wants, on a thread.
#[tool]
fn block(ctx: &Ctx, gate: &Gate) -> String {
    let _guard = gate.enter();
    gate.pass_blocking();
    if ctx.is_cancelled() { "cancelled".into() } else { "blocked".into() }
}

/// Ask one thing after another.
#[tool]
async fn ask(ctx: &Ctx, gate: &Gate, #[arg(default = String::from("Sure?"))] message: String) -> String {
    let _guard = gate.enter();
    match ctx.confirm(message).await {
        Ok(answer) => answer.to_string(),
        Err(ElicitError::Timeout { .. }) => "timeout".into(),
        Err(ElicitError::Rejected { code, message, .. }) => format!("rejected {code} {message}"),
        Err(ElicitError::Invalid { .. }) => "invalid".into(),
        Err(ElicitError::Unsupported { .. }) => "unsupported".into(),
        Err(error) => format!("other: {error}"),
    }
}

/// Ask, and lose patience.
#[tool]
async fn race(ctx: &Ctx) -> String {
    tokio::select! {
        biased;
        answer = ctx.confirm("Sure?") => format!("{:?}", answer.ok()),
        () = tokio::time::sleep(Duration::from_secs(1)) => "too late".into(),
    }
}

/// Ask for two things at once.
#[tool]
async fn both(ctx: &Ctx) -> String {
    let (a, b) = tokio::join!(ctx.confirm("A?").key("a"), ctx.confirm("B?").key("b"));
    format!("{} {}", a.unwrap_or_default(), b.unwrap_or_default())
}

/// Ask within two seconds of one's own.
#[tool(timeout = "2s")]
async fn hurry(ctx: &Ctx, #[arg(default = 1.0)] before: f64, #[arg(default = 0.0)] after: f64) -> String {
    tokio::time::sleep(Duration::from_secs_f64(before)).await;
    let answer = ctx.confirm("Sure?").await.is_ok_and(|yes| yes);
    tokio::time::sleep(Duration::from_secs_f64(after)).await;
    answer.to_string()
}

/// What the page behind a URL would know.
#[derive(Clone, Default)]
struct Visited(Arc<std::sync::Mutex<String>>);

/// Log in elsewhere.
#[tool(timeout = "2s")]
async fn log_in(
    ctx: &Ctx,
    visited: &Visited,
    #[arg(default = true)] wait: bool,
) -> Result<String, ToolError> {
    let ask = ctx.elicit_url_with("Log in.", |id| {
        id.clone_into(&mut visited.0.lock().unwrap());
        format!("https://archive.example/login?id={id}")
    });
    Ok(match if wait { ask.completed().await? } else { ask.await? } {
        Elicited::Accept(()) => "in".into(),
        Elicited::Decline | Elicited::Cancel => "out".into(),
    })
}

/// Send the user to a URL that is none.
#[tool]
async fn wrong_url(ctx: &Ctx, url: String) -> Result<String, ToolError> {
    Ok(format!("{:?}", ctx.elicit_url("Go.", url).await?))
}

/// Need a log-in first.
#[tool]
async fn needs_log_in() -> Result<String, ToolError> {
    Err(ToolError::url_required([UrlRequired::new("Log in", "https://archive.example/login")]))
}

struct PanicsWhenDropped;

impl Drop for PanicsWhenDropped {
    fn drop(&mut self) {
        panic!("dropped");
    }
}

/// Panic in one way or another.
#[tool]
async fn fail(gate: &Gate, how: String) -> String {
    match &*how {
        "at once" => panic!("secret"),
        "later" => {
            tokio::task::yield_now().await;
            panic!("secret {how}")
        }
        "in a destructor" => drop(PanicsWhenDropped),
        "when dropped" => {
            let _bomb = PanicsWhenDropped;
            gate.enter();
            std::future::pending::<()>().await;
        }
        _ => std::panic::panic_any(5),
    }
    how
}

/// Panic inline.
#[tool(inline)]
fn fail_inline() -> String {
    panic!("secret")
}

/// Panic on a thread.
#[tool]
fn fail_blocking(_ctx: &Ctx) -> String {
    panic!("secret")
}

#[derive(ElicitForm)]
struct Empty {}

#[derive(ElicitForm)]
struct Optional {
    note: Option<String>,
    size: Option<u8>,
}

#[derive(ElicitForm)]
struct Required {
    note: String,
}

/// Ask with one form or another.
#[tool]
async fn fill_in(ctx: &Ctx, form: String) -> Result<String, ToolError> {
    Ok(match &*form {
        "empty" => match ctx.elicit::<Empty>("Go on?").await? {
            Elicited::Accept(Empty {}) => "accepted".into(),
            Elicited::Decline | Elicited::Cancel => "refused".into(),
        },
        "optional" => match ctx.elicit::<Optional>("Anything?").await? {
            Elicited::Accept(Optional { note, size }) => format!("{note:?} {size:?}"),
            Elicited::Decline | Elicited::Cancel => "refused".into(),
        },
        _ => match ctx.elicit::<Required>("What?").await? {
            Elicited::Accept(Required { note }) => note,
            Elicited::Decline | Elicited::Cancel => "refused".into(),
        },
    })
}

fn builder(gate: &Gate) -> ServerBuilder {
    Server::builder("calls", "1").state(gate.clone()).state(Visited::default()).tools(tools![
        echo,
        progress,
        progress_from_a_thread,
        logs,
        hold,
        block,
        ask,
        race,
        both,
        hurry,
        log_in,
        wrong_url,
        needs_log_in,
        fail,
        fail_inline,
        fail_blocking,
        fill_in,
    ])
}

async fn open_as(way: Way, revision: &str, capabilities: Value) -> (Client, Gate) {
    let gate = Gate::new();
    let server = builder(&gate).build().unwrap();
    (Client::open(&server, way, revision, capabilities).await, gate)
}

async fn open(way: Way) -> (Client, Gate) {
    open_as(way, "2025-11-25", json!({"elicitation": {"form": {}, "url": {}}})).await
}

fn accept(confirm: bool) -> Value {
    json!({"action": "accept", "content": {"confirm": confirm}})
}

/// The messages up to the answer.
async fn until(client: &mut Client, id: impl Into<Value>) -> Vec<Value> {
    let id = id.into();
    let mut messages = vec![client.receive().await];
    while messages[messages.len() - 1]["id"] != id {
        messages.push(client.receive().await);
    }
    messages
}

#[tokio::test]
async fn p02_progress_tokens_are_echoed_as_they_are() {
    for way in WAYS {
        let (mut client, _) = open(way).await;
        for token in [json!(7), json!("7"), json!(0), json!(""), json!(u64::MAX), json!(-1)] {
            for tool in ["progress", "progress_from_a_thread"] {
                client.call_with(1, json!({"name": tool, "_meta": {"progressToken": token}})).await;
                let messages = until(&mut client, 1).await;
                assert!(messages.len() > 1);
                for message in &messages[..messages.len() - 1] {
                    assert_eq!(message["method"], "notifications/progress");
                    assert_eq!(message["params"]["progressToken"], token);
                }
            }
        }
        for meta in [
            json!({}),
            json!({"progressToken": null}),
            json!({"progressToken": 1.5}),
            json!({"progressToken": [1]}),
        ] {
            client.call_with(2, json!({"name": "progress", "_meta": meta})).await;
            assert_eq!(until(&mut client, 2).await.len(), 1, "{meta}");
        }
    }
}

#[tokio::test]
async fn p03_progress_grows() {
    for (revision, words) in [("2024-11-05", false), ("2025-03-26", true), ("2025-11-25", true)] {
        for way in WAYS {
            let (mut client, _) = open_as(way, revision, json!({})).await;
            client.call_with(1, json!({"name": "progress", "_meta": {"progressToken": "t"}})).await;
            let mut told = until(&mut client, 1).await;
            told.pop();
            let told: Vec<Value> = told.into_iter().map(|mut message| message["params"].take()).collect();
            let mut half = json!({"progressToken": "t", "progress": 2.5, "total": 4});
            if words {
                half["message"] = json!("more than half");
            }
            let bare = |progress| json!({"progressToken": "t", "progress": progress});
            assert_eq!(told, [bare(1), bare(2), half, bare(3)], "{revision}");
        }
    }
}

#[tokio::test]
async fn only_wanted_log_messages_go_out() {
    const LEVELS: [&str; 8] =
        ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];
    for way in WAYS {
        let (mut client, _) = open(way).await;
        for (index, level) in LEVELS.into_iter().enumerate() {
            let answer = client.request(0, "logging/setLevel", json!({"level": level})).await;
            assert_eq!(answer["result"], json!({}));
            client.call(1, "logs", json!({})).await;
            let messages = until(&mut client, 1).await;
            let levels: Vec<&str> =
                messages.iter().filter_map(|message| message["params"]["level"].as_str()).collect();
            assert_eq!(levels, LEVELS[index..]);
            assert!(messages[..levels.len()].iter().all(|message| message["params"]["logger"] == "logs"));
        }
        // Another session has a level of its own.
        let (mut other, _) = open(way).await;
        other.call(1, "logs", json!({})).await;
        assert_eq!(until(&mut other, 1).await[0]["params"]["data"], json!({"info": 1}));
    }
}

#[tokio::test]
async fn e03_a_question_holds_up_nobody() {
    // On one thread: the reader must go on while the tool waits.
    for way in WAYS {
        let (mut client, _) = open(way).await;
        client.call(1, "ask", json!({})).await;
        let question = client.receive().await;
        assert_eq!(question["method"], "elicitation/create");
        assert_eq!(client.request(2, "ping", json!({})).await["result"], json!({}));
        assert!(client.request(3, "tools/list", json!({})).await["result"]["tools"].is_array());
        assert_eq!(text(&client.result(4, "echo", json!({"text": "x"})).await), "x");
        client.answer(&question, accept(true)).await;
        assert_eq!(text(&client.receive().await["result"]), "true");
    }
}

#[tokio::test]
async fn e23_answers_in_reversed_order_reach_their_calls() {
    for way in WAYS {
        let (mut client, _) = open(way).await;
        client.call(1, "ask", json!({"message": "First?"})).await;
        let first = client.receive().await;
        client.call(2, "ask", json!({"message": "Second?"})).await;
        let second = client.receive().await;
        assert_eq!(
            (&first["params"]["message"], &second["params"]["message"]),
            (&json!("First?"), &json!("Second?"))
        );
        assert_ne!(first["id"], second["id"]);
        client.answer(&second, accept(false)).await;
        let answer = client.receive().await;
        assert_eq!((&answer["id"], text(&answer["result"])), (&json!(2), "false"));
        client.answer(&first, accept(true)).await;
        let answer = client.receive().await;
        assert_eq!((&answer["id"], text(&answer["result"])), (&json!(1), "true"));
        // A client's request may have the id that the server chose.
        client.call(3, "ask", json!({})).await;
        let question = client.receive().await;
        assert_eq!(client.request(question["id"].clone(), "ping", json!({})).await["result"], json!({}));
        client.answer(&question, accept(true)).await;
        assert_eq!(text(&client.receive().await["result"]), "true");
    }
}

#[tokio::test]
async fn e23_two_questions_of_one_call_are_shown_one_after_the_other() {
    for way in WAYS {
        let (mut client, _) = open(way).await;
        client.call(1, "both", json!({})).await;
        let first = client.receive().await;
        client.expect_silence().await;
        client.answer(&first, accept(first["params"]["message"] == "B?")).await;
        let second = client.receive().await;
        client.answer(&second, accept(second["params"]["message"] == "B?")).await;
        assert_eq!(text(&client.receive().await["result"]), "false true");
    }
}

#[tokio::test(start_paused = true)]
async fn e20_a_question_that_nobody_answers_is_withdrawn() {
    for way in WAYS {
        for (tool, outcome, after) in [("ask", "timeout", 60), ("race", "too late", 1)] {
            let (mut client, _) = open(way).await;
            let start = Instant::now();
            client.call(1, tool, json!({})).await;
            let question = client.receive().await;
            let withdrawal = client.receive().await;
            assert_eq!(withdrawal["method"], "notifications/cancelled");
            assert_eq!(withdrawal["params"]["requestId"], question["id"]);
            assert_eq!(text(&client.receive().await["result"]), outcome);
            let elapsed = start.elapsed().as_secs_f64();
            assert!((f64::from(after)..f64::from(after) + 1.0).contains(&elapsed), "{elapsed}");
            // What comes late is taken, and nothing comes of it.
            client.answer(&question, accept(true)).await;
            client.expect_silence().await;
        }
    }
}

#[tokio::test]
async fn e21_a_cancelled_call_withdraws_its_question_and_is_not_answered() {
    for way in WAYS {
        let (mut client, gate) = open(way).await;
        client.call("c", "ask", json!({})).await;
        let question = client.receive().await;
        client.cancel("c").await;
        let withdrawal = client.receive().await;
        assert_eq!(withdrawal["method"], "notifications/cancelled");
        assert_eq!(withdrawal["params"]["requestId"], question["id"]);
        gate.gone().await;
        client.answer(&question, accept(true)).await;
        client.cancel("c").await;
        client.expect_silence().await;
        // The id is free again.
        assert_eq!(text(&client.result("c", "echo", json!({"text": "x"})).await), "x");
    }
}

#[tokio::test]
async fn e24_a_clients_error_is_not_an_answer() {
    for way in WAYS {
        for (answer, outcome) in [
            (
                json!({"error": {"code": -32601, "message": "no such method"}}),
                "rejected -32601 no such method",
            ),
            (json!({"error": {"code": -1}}), "rejected -1 "),
            (json!({"error": "no"}), "rejected 0 "),
            (
                json!({"result": null, "error": {"code": -32603, "message": "x", "data": {}}}),
                "rejected -32603 x",
            ),
            (json!({"result": {"action": "reject"}}), "invalid"),
            (json!({"result": null}), "invalid"),
        ] {
            let (mut client, _) = open(way).await;
            client.call(1, "ask", json!({})).await;
            let question = client.receive().await;
            let mut message = json!({"jsonrpc": "2.0", "id": question["id"]});
            message.as_object_mut().unwrap().extend(answer.as_object().unwrap().clone());
            client.send(&message).await;
            assert_eq!(text(&client.receive().await["result"]), outcome, "{answer}");
        }
    }
}

#[tokio::test]
async fn e24_an_answer_that_says_nothing_is_an_invalid_one() {
    let (mut client, _) = open(Way::Stdio).await;
    for rest in [json!({}), json!({"result": {"action": "accept"}, "error": {"code": 1, "message": "x"}})] {
        client.call(1, "ask", json!({})).await;
        let question = client.receive().await;
        let mut message = json!({"jsonrpc": "2.0", "id": question["id"]});
        message.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        client.send(&message).await;
        let messages = until(&mut client, 1).await;
        assert_eq!(text(&messages[messages.len() - 1]["result"]), "invalid", "{rest}");
    }
}

#[tokio::test]
async fn e08_accepting_without_content_is_accepting_nothing() {
    for way in WAYS {
        let (mut client, _) = open(way).await;
        for answer in [
            json!({"action": "accept"}),
            json!({"action": "accept", "content": {}}),
            json!({"action": "accept", "content": null}),
        ] {
            for (form, outcome) in [("empty", "accepted"), ("optional", "None None")] {
                client.call(1, "fill_in", json!({"form": form})).await;
                let question = client.receive().await;
                assert!(question["params"]["requestedSchema"]["properties"].is_object(), "{question}");
                client.answer(&question, answer.clone()).await;
                assert_eq!(text(&client.receive().await["result"]), outcome, "{form} {answer}");
            }
            // E30: a client that cannot fill a field in is not asked for ever.
            client.call(2, "fill_in", json!({"form": "required"})).await;
            for _ in 0..3 {
                let question = client.receive().await;
                assert_eq!(question["method"], "elicitation/create");
                client.answer(&question, answer.clone()).await;
            }
            let result = client.receive().await["result"].take();
            assert!(result["isError"] == true && text(&result).contains("note"), "{result}");
        }
    }
}

#[tokio::test]
async fn e05_modes_are_those_that_were_declared() {
    for way in WAYS {
        for (modes, form, url) in [
            (json!({}), true, false),
            (json!({"form": {}}), true, false),
            (json!({"url": {}}), false, true),
            (json!({"form": {}, "url": {}}), true, true),
        ] {
            let (mut client, _) = open_as(way, "2025-11-25", json!({"elicitation": modes})).await;
            for (id, (tool, arguments, asks)) in
                [("ask", json!({}), form), ("log_in", json!({"wait": false}), url)].into_iter().enumerate()
            {
                client.call(id, tool, arguments).await;
                let message = client.receive().await;
                assert_eq!(message["method"] == "elicitation/create", asks, "{modes} {message}");
                if asks {
                    client.answer(&message, json!({"action": "cancel"})).await;
                    client.receive().await;
                }
            }
        }
    }
}

#[tokio::test]
async fn e02_where_the_client_cannot_be_reached_questions_fail_at_once() {
    let gate = Gate::new();
    let site = crate::support::http::Site::start(&builder(&gate).build().unwrap()).await;
    let session = site.initialize("2025-11-25", json!({"elicitation": {"form": {}, "url": {}}})).await;
    for (tool, says) in
        [("ask", "unsupported"), ("log_in", "cannot be asked"), ("progress", "done"), ("logs", "logged")]
    {
        for accept in ["application/json", "*/*"] {
            let params = json!({"name": tool, "_meta": {"progressToken": 1}});
            let body =
                json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).to_string();
            let headers =
                [("Content-Type", "application/json"), ("Accept", accept), ("Mcp-Session-Id", &*session)];
            let mut response = site.send("POST", "/mcp", &headers, &body).await;
            assert!(!response.is_events());
            let answer = response.json().await;
            assert!(text(&answer["result"]).contains(says), "{answer}");
        }
    }
}

#[tokio::test]
async fn e26_a_url_is_shown_as_the_revision_has_it() {
    for way in WAYS {
        let (mut client, _) = open(way).await;
        client.call(1, "log_in", json!({"wait": false})).await;
        let question = client.receive().await;
        let params = &question["params"];
        let id = params["elicitationId"].as_str().unwrap();
        assert!(id.len() >= 22);
        assert_eq!(
            *params,
            json!({"mode": "url", "message": "Log in.", "elicitationId": id, "url": format!("https://archive.example/login?id={id}")})
        );
        // Content on it is nobody's.
        client.answer(&question, json!({"action": "accept", "content": {"x": 1}})).await;
        assert_eq!(text(&client.receive().await["result"]), "in");
        for (number, url) in ["/login", "javascript:alert(1)", "file:///etc/passwd", "archive.example", ""]
            .into_iter()
            .enumerate()
        {
            let result = client.result(number, "wrong_url", json!({"url": url})).await;
            assert_eq!(result["isError"], true, "{url}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn e27_completion_is_told_once_on_the_calls_stream() {
    for way in WAYS {
        let gate = Gate::new();
        let server = builder(&gate).build().unwrap();
        let mut client = Client::open(&server, way, "2025-11-25", json!({"elicitation": {"url": {}}})).await;
        client.call(1, "log_in", json!({})).await;
        let question = client.receive().await;
        let id = question["params"]["elicitationId"].as_str().unwrap().to_owned();
        client.answer(&question, json!({"action": "accept"})).await;
        client.expect_silence().await;
        // The tool has two seconds of its own, and the person is not a part of them.
        tokio::time::sleep(Duration::from_secs(30)).await;
        client.expect_silence().await;
        assert!(server.complete_elicitation(&id) && server.complete_elicitation(&id));
        assert!(!server.complete_elicitation("unknown"));
        let told = client.receive().await;
        assert_eq!(
            told,
            json!({"jsonrpc": "2.0", "method": "notifications/elicitation/complete", "params": {"elicitationId": id}})
        );
        assert_eq!(text(&client.receive().await["result"]), "in");
        client.expect_silence().await;
    }
}

#[tokio::test]
async fn e27_completion_after_the_call_is_told_on_the_sessions_stream() {
    let gate = Gate::new();
    let server = builder(&gate).build().unwrap();
    let site = crate::support::http::Site::start(&server).await;
    let session = site.initialize("2025-11-25", json!({"elicitation": {"url": {}}})).await;
    let mut stream = site.listen(&session).await;
    let mut response = site.call(&session, 1, "log_in", json!({"wait": false})).await;
    let question = response.event().await.unwrap();
    let id = question["params"]["elicitationId"].as_str().unwrap();
    site.say(&session, &json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "accept"}}))
        .await;
    assert_eq!(text(&response.event().await.unwrap()["result"]), "in");
    assert_eq!(response.event().await, None);
    assert!(server.complete_elicitation(id) && server.complete_elicitation(id));
    assert_eq!(stream.event().await.unwrap()["params"]["elicitationId"], id);
    site.send("DELETE", "/mcp", &[("Mcp-Session-Id", &session)], "").await;
    assert_eq!(stream.event().await, None, "told once");
}

#[tokio::test]
async fn e27_a_url_that_nobody_comes_back_from_times_out() {
    tokio::time::pause();
    for way in WAYS {
        let (mut client, _) = open(way).await;
        client.call(1, "log_in", json!({})).await;
        let question = client.receive().await;
        client.answer(&question, json!({"action": "accept"})).await;
        let start = Instant::now();
        assert_eq!(client.receive().await["result"]["isError"], true);
        assert!(start.elapsed() >= Duration::from_secs(59), "{:?}", start.elapsed());
    }
}

#[tokio::test]
async fn urls_that_are_required_are_told_in_the_way_of_the_revision() {
    for way in WAYS {
        for (revision, capabilities, is_told) in [
            ("2025-11-25", json!({"elicitation": {"url": {}}}), true),
            ("2025-11-25", json!({"elicitation": {}}), false),
            ("2025-11-25", json!({}), false),
            ("2025-06-18", json!({"elicitation": {"url": {}}}), false),
        ] {
            let (mut client, _) = open_as(way, revision, capabilities).await;
            let answer = client.request(1, "tools/call", json!({"name": "needs_log_in"})).await;
            if is_told {
                assert_eq!(answer["error"]["code"], -32042);
                let urls = &answer["error"]["data"]["elicitations"];
                assert!(urls[0]["elicitationId"].is_string());
                assert_eq!(
                    *urls,
                    json!([{"mode": "url", "message": "Log in", "url": "https://archive.example/login", "elicitationId": urls[0]["elicitationId"]}])
                );
            } else {
                assert_eq!(answer["result"]["isError"], true);
                assert!(text(&answer["result"]).contains("https://archive.example/login"));
            }
        }
    }
}

#[tokio::test]
async fn urls_that_are_required_are_told_when_they_are_done() {
    for way in WAYS {
        let gate = Gate::new();
        let server = builder(&gate).build().unwrap();
        let mut client = Client::open(&server, way, "2025-11-25", json!({"elicitation": {"url": {}}})).await;
        let answer = client.request(1, "tools/call", json!({"name": "needs_log_in"})).await;
        let id = answer["error"]["data"]["elicitations"][0]["elicitationId"].as_str().unwrap();
        assert!(server.complete_elicitation(id));
        if way == Way::Stdio {
            assert_eq!(client.receive().await["params"]["elicitationId"], id);
        }
    }
}

#[tokio::test]
async fn p05_a_cancelled_call_is_dropped_and_not_answered() {
    for way in WAYS {
        let (mut client, gate) = open(way).await;
        client.call(1, "hold", json!({})).await;
        gate.begun().await;
        client.cancel(2).await;
        client.cancel("1").await;
        client.expect_silence().await;
        client.cancel(1).await;
        gate.gone().await;
        assert!(!gate.has_passed());
        client.expect_silence().await;
        // A thread cannot be stopped, and what it comes to is not told either.
        client.call(3, "block", json!({})).await;
        gate.begun().await;
        client.cancel(3).await;
        client.expect_silence().await;
        gate.open();
        gate.gone().await;
        client.expect_silence().await;
    }
}

#[tokio::test]
async fn p05_a_cancellation_right_behind_its_call_counts() {
    let (mut client, _) = open(Way::Stdio).await;
    let Client::Stdio(pipe) = &mut client else { unreachable!() };
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"hold"}}"#;
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    pipe.send_raw(format!("{call}\n{cancel}\n").as_bytes()).await;
    client.expect_silence().await;
    assert_eq!(client.request(1, "ping", json!({})).await["result"], json!({}), "the id is free again");
}

#[tokio::test]
async fn p06_cancelling_races_completion() {
    for way in WAYS {
        let (mut client, gate) = open(way).await;
        let rounds = if way == Way::Stdio { 1000 } else { 200 };
        let mut answered = 0;
        for round in 0..rounds {
            client.call(round, "hold", json!({})).await;
            gate.begun().await;
            gate.open();
            if round % 2 == 0 {
                tokio::task::yield_now().await;
            }
            client.cancel(round).await;
            gate.gone().await;
            let probe = format!("probe-{round}");
            client.send(&json!({"jsonrpc": "2.0", "id": probe, "method": "ping"})).await;
            loop {
                let message = client.receive().await;
                if message["id"] == probe {
                    break;
                }
                assert!(message["result"]["content"].is_array(), "{message}");
                answered += 1;
            }
            // A permit that nobody took is not the next one's.
            gate.shut();
        }
        assert!(answered <= rounds);
    }
}

#[tokio::test]
async fn calls_are_answered_as_they_finish() {
    for way in WAYS {
        let (mut client, gate) = open(way).await;
        client.call(1, "hold", json!({})).await;
        gate.begun().await;
        assert_eq!(text(&client.result(2, "echo", json!({"text": "second"})).await), "second");
        gate.open();
        assert_eq!(client.receive().await["id"], 1);
    }
}

#[tokio::test]
async fn a_panic_is_an_error_result_and_the_server_goes_on() {
    for way in WAYS {
        let (mut client, _) = open(way).await;
        for (tool, arguments) in [
            ("fail", json!({"how": "at once"})),
            ("fail", json!({"how": "later"})),
            ("fail", json!({"how": "in a destructor"})),
            ("fail", json!({"how": "with a number"})),
            ("fail_inline", json!({})),
            ("fail_blocking", json!({})),
        ] {
            let result = client.result(1, tool, arguments.clone()).await;
            assert_eq!(result["isError"], true, "{arguments}");
            assert!(!result.to_string().contains("secret") && text(&result).contains(tool), "{result}");
        }
        assert_eq!(text(&client.result(2, "echo", json!({"text": "x"})).await), "x");
    }
}

#[tokio::test]
async fn a_panic_of_what_a_cancelled_call_drops_is_contained() {
    for way in WAYS {
        let (mut client, gate) = open(way).await;
        client.call(1, "fail", json!({"how": "when dropped"})).await;
        gate.begun().await;
        client.cancel(1).await;
        client.expect_silence().await;
        assert_eq!(text(&client.result(1, "echo", json!({"text": "x"})).await), "x");
    }
}

#[tokio::test(start_paused = true)]
async fn the_time_of_a_tool_stands_still_while_a_person_is_asked() {
    for way in WAYS {
        for (arguments, is_in_time) in [
            (json!({"before": 1.0, "after": 0.9}), true),
            (json!({"before": 1.0, "after": 1.1}), false),
            (json!({"before": 0.0, "after": 1.9}), true),
            (json!({"before": 0.0, "after": 2.1}), false),
        ] {
            let (mut client, _) = open(way).await;
            client.call(1, "hurry", arguments.clone()).await;
            let question = client.receive().await;
            tokio::time::sleep(Duration::from_secs(30)).await;
            client.answer(&question, accept(true)).await;
            let result = client.receive().await["result"].take();
            assert_eq!(result["isError"] != true, is_in_time, "{arguments} {result}");
            assert_eq!(text(&result).contains("did not finish within 2s"), !is_in_time, "{result}");
        }
        let (mut client, _) = open(way).await;
        let result = client.result(1, "hurry", json!({"before": 2.5})).await;
        assert!(text(&result).contains("did not finish within 2s"), "{result}");
    }
}

#[tokio::test]
async fn two_hundred_calls_at_once_are_all_answered() {
    static RUNNING: AtomicUsize = AtomicUsize::new(0);

    /// Run beside others.
    #[tool]
    async fn beside(number: usize) -> String {
        RUNNING.fetch_add(1, Ordering::SeqCst);
        while RUNNING.load(Ordering::SeqCst) < 200 {
            tokio::task::yield_now().await;
        }
        number.to_string()
    }

    let server = Server::builder("beside", "1").tools(tools![beside]).build().unwrap();
    for way in WAYS {
        RUNNING.store(0, Ordering::SeqCst);
        let mut client = Client::open(&server, way, "2025-11-25", json!({})).await;
        for number in 0..200 {
            client.call(number, "beside", json!({"number": number})).await;
        }
        for _ in 0..200 {
            let answer = client.receive().await;
            assert_eq!(text(&answer["result"]), answer["id"].to_string());
        }
    }
}
