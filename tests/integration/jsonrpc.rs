//! JSON-RPC: ids, errors, batches.

use nanohub_mcp::{Ctx, Server, tool, tools};
use serde_json::{Value, json};

use crate::support::client::{Client, WAYS, Way, text};
use crate::support::gate::Gate;
use crate::support::http::Site;
use crate::support::lines::Pipe;

/// Say what was said.
#[tool(inline)]
fn echo(text: String) -> String {
    text
}

/// Go on for as long as the test wants.
#[tool]
async fn hold(gate: &Gate) -> String {
    let _guard = gate.enter();
    gate.pass().await;
    "held".into()
}

/// Say something first.
#[tool]
async fn talk(ctx: &Ctx) -> String {
    ctx.info("talking");
    "talked".into()
}

fn server() -> (Server, Gate) {
    let gate = Gate::new();
    let server = Server::builder("jsonrpc", "1").state(gate.clone()).tools(tools![echo, hold, talk]);
    (server.build().unwrap(), gate)
}

const IDS: [&str; 8] =
    ["0", "-1", "1", "9007199254740993", "18446744073709551615", r#""""#, r#""abc""#, r#""é\"\n""#];

#[tokio::test]
async fn p08_ids_are_echoed_byte_for_byte() {
    let long = format!("\"{}\"", "x".repeat(200));
    let ids: Vec<&str> = IDS.into_iter().chain([&*long]).collect();
    let (server, _) = server();
    let site = Site::start(&server).await;
    let session = site.initialize("2025-11-25", json!({})).await;
    let mut pipe = Pipe::initialized(&server, "2025-11-25", json!({})).await;
    for id in ids {
        for (rest, what) in [
            (r#""jsonrpc":"2.0","method":"ping""#, "result"),
            (r#""jsonrpc":"2.0","method":"tools/list","params":{}"#, "result"),
            (
                r#""jsonrpc":"2.0","method":"tools/call","params":{"name":"echo","arguments":{"text":"x"}}"#,
                "result",
            ),
            (r#""jsonrpc":"2.0","method":"tools/call","params":{"name":"talk"}"#, "result"),
            (r#""jsonrpc":"2.0","method":"tools/call","params":{"name":"echo","arguments":{}}"#, "result"),
            (r#""jsonrpc":"2.0","method":"tools/call","params":{"name":"nope"}"#, "error"),
            (r#""jsonrpc":"2.0","method":"tools/call","params":{}"#, "error"),
            (r#""jsonrpc":"2.0","method":"tools/list","params":{"cursor":"nope"}"#, "error"),
            (r#""jsonrpc":"2.0","method":"nope""#, "error"),
            (r#""jsonrpc":"2.0","method":5"#, "error"),
            (r#""jsonrpc":"2.0","method":"ping","params":5"#, "error"),
            (r#""method":"ping""#, "error"),
            (r#""jsonrpc":"1.0","method":"ping""#, "error"),
        ] {
            let start = format!(r#"{{"jsonrpc":"2.0","id":{id},"{what}":"#);
            let message = format!(r#"{{"id":{id},{rest}}}"#);
            let headers = [
                ("Content-Type", "application/json"),
                ("Accept", "application/json, text/event-stream"),
                ("Mcp-Session-Id", &*session),
            ];
            let response = site.send("POST", "/mcp", &headers, &message).await.text().await;
            let body = response.rsplit("data: ").next().unwrap();
            assert!(body.starts_with(&start), "{message} was answered {response}");
            pipe.send_raw(format!("{message}\n").as_bytes()).await;
            let mut line = pipe.receive_raw().await;
            if line.contains("notifications/message") {
                line = pipe.receive_raw().await;
            }
            assert!(line.starts_with(&start), "{message} was answered {line}");
        }
    }
}

#[tokio::test]
async fn p08_what_cannot_be_an_id_is_refused_and_not_run() {
    let (server, gate) = server();
    let site = Site::start(&server).await;
    let session = site.initialize("2025-11-25", json!({})).await;
    let mut pipe = Pipe::initialized(&server, "2025-11-25", json!({})).await;
    for id in [json!(null), json!(1.5), json!(true), json!({}), json!([1])] {
        let message = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "hold"}});
        let mut response = site.say(&session, &message).await;
        assert_eq!(response.status, 400);
        pipe.send(&message).await;
        for answer in [response.json().await, pipe.receive().await] {
            assert_eq!((answer.get("id"), &answer["error"]["code"]), (None, &json!(-32600)), "{id}");
        }
    }
    assert!(!gate.has_begun());
}

#[tokio::test]
async fn p09_unknown_methods_are_named_and_unknown_notifications_are_not_answered() {
    for way in WAYS {
        let (server, _) = server();
        let mut client = Client::open(&server, way, "2025-11-25", json!({})).await;
        let answer = client.request(1, "tools/invent", json!({})).await;
        assert_eq!(answer["error"]["code"], -32601);
        assert!(answer["error"]["message"].as_str().unwrap().contains("tools/invent"));
        for (method, params) in [
            ("notifications/invented", json!({})),
            ("notifications/cancelled", json!({})),
            ("notifications/cancelled", json!({"requestId": {}})),
            ("notifications/cancelled", json!({"requestId": 99})),
            ("notifications/cancelled", json!("x")),
            ("notifications/progress", json!({"progressToken": 1, "progress": 2})),
            ("notifications/roots/list_changed", json!(null)),
            // Requests by their names; without an id nobody waits.
            ("tools/list", json!({})),
            ("tools/call", json!({"name": "echo", "arguments": {"text": "x"}})),
        ] {
            if params == json!("x") && way == Way::Http {
                continue;
            }
            client.send(&json!({"jsonrpc": "2.0", "method": method, "params": params})).await;
        }
        if way == Way::Stdio {
            // Parameters that are none are a malformed message, whose sender hears of it once.
            assert_eq!(client.receive().await["error"]["code"], -32600);
        }
        client.expect_silence().await;
    }
}

#[tokio::test]
async fn p09_parameters_that_cannot_be_read_are_named() {
    for way in WAYS {
        let (server, _) = server();
        let mut client = Client::open(&server, way, "2025-11-25", json!({})).await;
        for (method, params, word) in [
            ("tools/call", json!({}), "`name`"),
            ("tools/call", json!({"name": 5}), "`name`"),
            ("tools/call", json!(["echo"]), "`params`"),
            ("tools/call", json!({"name": "echo", "arguments": []}), "`arguments`"),
            ("tools/call", json!({"name": "echo", "arguments": "{}"}), "`arguments`"),
            ("tools/call", json!({"name": "talk", "_meta": 5}), "`_meta`"),
            ("tools/call", json!({"name": "nope"}), "unknown tool: nope"),
            ("tools/list", json!({"cursor": 5}), "`cursor`"),
            ("logging/setLevel", json!({"level": "loud"}), "`level`"),
            ("logging/setLevel", json!({}), "`level`"),
        ] {
            let answer = client.request(1, method, params.clone()).await;
            assert_eq!(answer["error"]["code"], -32602, "{method} {params}");
            assert!(answer["error"]["message"].as_str().unwrap().contains(word), "{answer}");
        }
        // More than is known is no fault.
        let params = json!({"name": "echo", "arguments": {"text": "x"}, "task": null, "more": {"a": [1]}, "_meta": {"x": 1}});
        client
            .send(&json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params, "more": 1}))
            .await;
        assert_eq!(text(&client.receive().await["result"]), "x");
    }
}

#[tokio::test]
async fn an_id_is_one_requests_while_that_runs() {
    for way in WAYS {
        let (server, gate) = server();
        let mut client = Client::open(&server, way, "2025-11-25", json!({})).await;
        client.call(1, "hold", json!({})).await;
        gate.begun().await;
        for (method, params) in [("tools/call", json!({"name": "hold"})), ("ping", json!({}))] {
            let answer = client.request(1, method, params).await;
            assert_eq!(answer["error"]["code"], -32600);
        }
        // A string of the same digits is another id.
        assert_eq!(client.request("1", "ping", json!({})).await["result"], json!({}));
        gate.open();
        assert_eq!(text(&client.receive().await["result"]), "held");
        assert!(!gate.has_begun(), "the other one never ran");
        assert_eq!(client.request(1, "ping", json!({})).await["result"], json!({}));
    }
}

#[tokio::test]
async fn an_id_sent_twice_in_one_go_is_one_requests() {
    let (server, gate) = server();
    let mut pipe = Pipe::initialized(&server, "2025-11-25", json!({})).await;
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"hold"}}"#;
    pipe.send_raw(format!("{call}\n{call}\n").as_bytes()).await;
    assert_eq!(pipe.receive().await["error"]["code"], -32600);
    gate.begun().await;
    gate.open();
    assert_eq!(text(&pipe.receive().await["result"]), "held");
    assert!(!gate.has_begun(), "the other one never ran");
}

fn batch(messages: &[Value]) -> Value {
    Value::Array(messages.to_vec())
}

fn request(id: impl Into<Value>, method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id.into(), "method": method, "params": params})
}

#[tokio::test]
async fn a_batch_is_answered_as_one() {
    let (server, gate) = server();
    let site = Site::start(&server).await;
    let session = site.initialize("2025-03-26", json!({})).await;
    let mut pipe = Pipe::initialized(&server, "2025-03-26", json!({})).await;
    let messages = batch(&[
        request(1, "tools/call", json!({"name": "hold"})),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        request("b", "tools/call", json!({"name": "echo", "arguments": {"text": "x"}})),
        request(3, "nope", json!({})),
        request(4, "initialize", json!({"protocolVersion": "2025-03-26"})),
        json!(5),
        request(6, "tools/call", json!({"name": "talk"})),
    ]);
    gate.open();
    gate.open();
    let mut response = site.say(&session, &messages).await;
    assert_eq!(response.header("content-type"), Some("application/json"));
    pipe.send(&messages).await;
    let mut from_pipe = pipe.receive().await;
    // What is said beside the answers has a way out on a pipe.
    assert_eq!(from_pipe["method"], "notifications/message");
    from_pipe = pipe.receive().await;
    for answers in [response.json().await, from_pipe] {
        let answers = answers.as_array().unwrap();
        let ids: Vec<Option<&Value>> = answers.iter().map(|answer| answer.get("id")).collect();
        assert_eq!(
            ids,
            [Some(&json!(1)), Some(&json!("b")), Some(&json!(3)), Some(&json!(4)), None, Some(&json!(6))]
        );
        assert_eq!(text(&answers[0]["result"]), "held");
        assert_eq!(text(&answers[1]["result"]), "x");
        let codes: Vec<&Value> = answers[2..5].iter().map(|answer| &answer["error"]["code"]).collect();
        assert_eq!(codes, [-32601, -32600, -32600]);
        assert_eq!(text(&answers[5]["result"]), "talked");
    }
}

#[tokio::test]
async fn a_batch_that_asks_nothing_is_not_answered() {
    let (server, _) = server();
    let site = Site::start(&server).await;
    let session = site.initialize("2025-03-26", json!({})).await;
    let mut pipe = Pipe::initialized(&server, "2025-03-26", json!({})).await;
    let messages = batch(&[
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "id": "ask-9", "result": {}}),
    ]);
    let mut response = site.say(&session, &messages).await;
    assert_eq!((response.status, &*response.text().await), (202, ""));
    pipe.send(&messages).await;
    let other_era = json!({"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}});
    let mixed = batch(&[request(1, "ping", json!({})), request(2, "tools/list", other_era)]);
    for messages in [json!([]), mixed, batch(&vec![request(1, "ping", json!({})); 101])] {
        let mut response = site.say(&session, &messages).await;
        assert_eq!(response.status, 400);
        pipe.send(&messages).await;
        for answer in [response.json().await, pipe.receive().await] {
            assert_eq!((answer.get("id"), &answer["error"]["code"]), (None, &json!(-32600)));
        }
    }
}

#[tokio::test]
async fn batches_are_refused_where_the_revision_has_none() {
    let messages = batch(&[request(1, "ping", json!({}))]);
    let (server, _) = server();
    for revision in ["2024-11-05", "2025-06-18", "2025-11-25"] {
        let site = Site::start(&server).await;
        let session = site.initialize(revision, json!({})).await;
        let mut response = site.say(&session, &messages).await;
        assert_eq!(response.status, 400);
        let mut pipe = Pipe::initialized(&server, revision, json!({})).await;
        pipe.send(&messages).await;
        for answer in [response.json().await, pipe.receive().await] {
            assert_eq!(answer["error"]["code"], -32600, "{revision}");
            assert!(answer["error"]["message"].as_str().unwrap().contains("2025-03-26"));
        }
    }
    let site = Site::start(&server).await;
    assert_eq!(site.post("/mcp", &[], &messages).await.status, 400);
    let mut pipe = Pipe::open(&server);
    pipe.send(&messages).await;
    assert_eq!(pipe.receive().await["error"]["code"], -32600);
    // Not even JSON is the graver fault.
    let response =
        site.send("POST", "/mcp", &[("Content-Type", "application/json")], "[{").await.json().await;
    assert_eq!(response["error"]["code"], -32700);
}

#[tokio::test]
async fn calls_of_a_batch_can_be_cancelled() {
    let (server, gate) = server();
    let mut pipe = Pipe::initialized(&server, "2025-03-26", json!({})).await;
    let cancel =
        |id| json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}});
    let messages = batch(&[request(1, "tools/call", json!({"name": "hold"})), request(2, "ping", json!({}))]);
    // In one go with the batch, and inside of it.
    pipe.send_raw(format!("{messages}\n{}\n", cancel(1)).as_bytes()).await;
    assert_eq!(pipe.receive().await, json!([{"jsonrpc": "2.0", "id": 2, "result": {}}]));
    pipe.send(&batch(&[request(3, "tools/call", json!({"name": "hold"})), cancel(3)])).await;
    pipe.send(&request(4, "ping", json!({}))).await;
    assert_eq!(pipe.receive().await["id"], 4);
    // Over HTTP from another request, after which the batch has nothing to answer.
    let site = Site::start(&server).await;
    let session = site.initialize("2025-03-26", json!({})).await;
    while gate.has_begun() {
        gate.begun().await;
    }
    let messages = batch(&[request(1, "tools/call", json!({"name": "hold"}))]);
    let (response, ()) = tokio::join!(site.say(&session, &messages), async {
        gate.begun().await;
        assert_eq!(site.say(&session, &cancel(1)).await.status, 202);
    });
    assert_eq!(response.status, 202);
}

#[tokio::test]
async fn a_batch_goes_on_when_its_client_leaves() {
    let (server, gate) = server();
    let site = Site::start(&server).await;
    let session = site.initialize("2025-03-26", json!({})).await;
    let messages = batch(&[request(1, "tools/call", json!({"name": "hold"}))]);
    tokio::select! {
        _ = site.say(&session, &messages) => panic!("answered"),
        () = gate.begun() => {}
    }
    site.settle().await;
    gate.open();
    gate.gone().await;
    assert!(gate.has_passed(), "the call ended with its connection");
}
