//! What a revision has: the handshake, lists and results with the fields that the client knows.

use nanohub_mcp::{Ctx, Icon, Server, ToolResult, tool, tools};
use serde_json::{Value, json};

use crate::support::client::{Client, WAYS, Way};
use crate::support::http::Site;
use crate::support::lines::Pipe;

const REVISIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// Sums.
#[derive(serde::Serialize, schemars::JsonSchema)]
struct Sum {
    sum: i64,
}

/// Add two integers.
#[tool(title = "Addition", read_only, icon = "https://nanohub.org/add.png", meta("example.org/cost" = 3), inline)]
fn add(a: i64, b: i64) -> Sum {
    Sum { sum: a + b }
}

/// Count the runs.
#[tool(inline)]
fn count() -> u32 {
    3
}

/// Say a word.
#[tool(inline)]
fn word() -> ToolResult {
    ToolResult::text("word").meta("example.org/took", 5)
}

/// Ask, perhaps.
#[tool]
async fn asks(_ctx: &Ctx) -> String {
    "asked".into()
}

fn server() -> Server {
    Server::builder("lifecycle", "1.2")
        .title("Lifecycle")
        .description("Shows what a revision has.")
        .website_url("https://nanohub.org")
        .icon(Icon::new("https://nanohub.org/icon.png"))
        .instructions("Add before you count.")
        .tools(tools![add, count, word, asks])
        .build()
        .unwrap()
}

async fn handshake(way: Way, params: Value) -> Value {
    let message = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params});
    match way {
        Way::Http => {
            let mut response = Site::start(&server()).await.post("/mcp", &[], &message).await;
            assert_eq!(response.status, 200);
            let answer = response.json().await;
            assert_eq!(response.header("mcp-session-id").is_some(), answer["error"].is_null());
            answer
        }
        Way::Stdio => {
            let mut pipe = Pipe::open(&server());
            pipe.send(&message).await;
            pipe.receive().await
        }
    }
}

fn params(revision: &str) -> Value {
    json!({"protocolVersion": revision, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}})
}

#[tokio::test]
async fn every_revision_with_a_handshake_is_echoed() {
    for way in WAYS {
        for revision in REVISIONS {
            let answer = handshake(way, params(revision)).await;
            assert_eq!(answer["result"]["protocolVersion"], revision);
        }
    }
}

#[tokio::test]
async fn other_revisions_get_the_newest_that_has_a_handshake() {
    for way in WAYS {
        for revision in ["2026-07-28", "2027-01-01", "1999-01-01", "draft", ""] {
            let answer = handshake(way, params(revision)).await;
            assert_eq!(answer["result"]["protocolVersion"], "2025-11-25", "{revision}");
        }
    }
}

#[tokio::test]
async fn a_server_is_described_with_the_fields_of_the_revision() {
    for way in WAYS {
        for revision in REVISIONS {
            let answer = handshake(way, params(revision)).await;
            let info = match revision {
                "2024-11-05" | "2025-03-26" => json!({"name": "lifecycle", "version": "1.2"}),
                "2025-06-18" => json!({"name": "lifecycle", "title": "Lifecycle", "version": "1.2"}),
                _ => json!({
                    "name": "lifecycle", "title": "Lifecycle", "version": "1.2",
                    "description": "Shows what a revision has.", "websiteUrl": "https://nanohub.org",
                    "icons": [{"src": "https://nanohub.org/icon.png"}],
                }),
            };
            assert_eq!(
                answer["result"],
                json!({
                    "protocolVersion": revision,
                    "capabilities": {"logging": {}, "tools": {"listChanged": true}},
                    "serverInfo": info,
                    "instructions": "Add before you count.",
                }),
                "{revision}"
            );
        }
    }
}

#[tokio::test]
async fn a_handshake_takes_what_clients_send() {
    for way in WAYS {
        for params in [
            json!({"protocolVersion": "2025-06-18"}),
            json!({"protocolVersion": "2025-06-18", "capabilities": {"experimental": {"x": {}}, "unknown": 1, "extensions": {"a/b": {}}}}),
            json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1", "more": []}, "_meta": {}}),
        ] {
            let answer = handshake(way, params.clone()).await;
            assert_eq!(answer["result"]["protocolVersion"], "2025-06-18", "{params}");
        }
        for params in [
            json!(null),
            json!({}),
            json!(["2025-06-18"]),
            json!({"protocolVersion": 20_250_618}),
            json!({"protocolVersion": "2025-06-18", "capabilities": []}),
        ] {
            let answer = handshake(way, params.clone()).await;
            assert_eq!(answer["error"]["code"], -32602, "{params}");
        }
    }
}

#[tokio::test]
async fn a_session_is_initialised_once() {
    for way in WAYS {
        let mut client = Client::open(&server(), way, "2025-11-25", json!({})).await;
        let again = client.request(1, "initialize", params("2025-06-18")).await;
        assert_eq!(again["error"]["code"], -32600);
        // And goes on as it was.
        assert_eq!(
            client.request(2, "tools/call", json!({"name": "count"})).await["result"]["structuredContent"],
            json!({"result": 3})
        );
    }
}

#[tokio::test]
async fn a_ping_is_answered_with_nothing_at_any_time() {
    let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"});
    let answer = json!({"jsonrpc": "2.0", "id": 1, "result": {}});
    let mut pipe = Pipe::open(&server());
    pipe.send(&ping).await;
    assert_eq!(pipe.receive().await, answer);
    assert_eq!(Site::start(&server()).await.post("/mcp", &[], &ping).await.json().await, answer);
    for way in WAYS {
        let mut client = Client::open(&server(), way, "2024-11-05", json!({})).await;
        assert_eq!(client.request(1, "ping", json!({"_meta": {}})).await, answer);
    }
}

#[tokio::test]
async fn before_the_handshake_a_pipe_answers_what_is_missing() {
    let mut pipe = Pipe::open(&server());
    for method in ["tools/list", "tools/call", "server/discover", "nothing"] {
        let answer = pipe.request(1, method, json!({})).await;
        assert_eq!(answer["error"]["code"], -32602, "{method}");
        assert!(answer["error"]["message"].as_str().unwrap().contains("_meta"), "{answer}");
    }
}

#[tokio::test]
async fn tools_are_listed_with_the_fields_of_the_revision() {
    let integers = json!({
        "type": "object",
        "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
        "required": ["a", "b"],
        "additionalProperties": false,
    });
    let nothing = json!({"type": "object", "properties": {}, "additionalProperties": false});
    let sum = json!({"type": "object", "properties": {"sum": {"type": "integer"}}, "required": ["sum"], "description": "Sums."});
    let count = json!({
        "type": "object",
        "properties": {"result": {"type": "integer", "minimum": 0}},
        "required": ["result"],
    });
    let golden = |revision: &str| {
        let mut tools = json!([
            {"name": "add", "description": "Add two integers.", "inputSchema": integers},
            {"name": "count", "description": "Count the runs.", "inputSchema": nothing},
            {"name": "word", "description": "Say a word.", "inputSchema": nothing},
            {"name": "asks", "description": "Ask, perhaps.", "inputSchema": nothing},
        ]);
        if revision >= "2025-03-26" {
            tools[0]["annotations"] = json!({"readOnlyHint": true});
        }
        if revision == "2025-03-26" {
            // Its place before tools had a title of their own.
            tools[0]["annotations"]["title"] = json!("Addition");
        }
        if revision >= "2025-06-18" {
            tools[0]["title"] = json!("Addition");
            tools[0]["outputSchema"] = sum.clone();
            tools[0]["_meta"] = json!({"example.org/cost": 3});
            tools[1]["outputSchema"] = count.clone();
            tools[3]["_meta"] = json!({"org.nanohub/session-only": true});
        }
        if revision >= "2025-11-25" {
            tools[0]["icons"] = json!([{"src": "https://nanohub.org/add.png"}]);
        }
        tools
    };
    for way in WAYS {
        for revision in REVISIONS {
            let mut client = Client::open(&server(), way, revision, json!({})).await;
            let answer = client.request(1, "tools/list", json!({})).await;
            assert_eq!(answer["result"], json!({"tools": golden(revision)}), "{revision}");
            // Every member, and a cursor of `null`, may be there.
            for params in [json!(null), json!({"cursor": null, "_meta": {"progressToken": 1}})] {
                assert_eq!(client.request(2, "tools/list", params).await["result"], answer["result"]);
            }
        }
    }
}

#[tokio::test]
async fn results_have_the_fields_of_the_revision() {
    for way in WAYS {
        for revision in REVISIONS {
            let mut client = Client::open(&server(), way, revision, json!({})).await;
            let is_structured = revision >= "2025-06-18";
            for (tool, arguments, text, structured) in [
                ("add", json!({"a": 1, "b": 2}), r#"{"sum":3}"#, json!({"sum": 3})),
                ("count", json!({}), "", json!({"result": 3})),
            ] {
                let result = client.result(1, tool, arguments).await;
                let text = match tool {
                    // The text is a copy of what is structured.
                    "count" if is_structured => r#"{"result":3}"#,
                    "count" => "3",
                    _ => text,
                };
                let mut expected = json!({"content": [{"type": "text", "text": text}]});
                if is_structured {
                    expected["structuredContent"] = structured;
                }
                assert_eq!(result, expected, "{revision} {tool}");
            }
            let mut expected = json!({"content": [{"type": "text", "text": "word"}]});
            if is_structured {
                expected["_meta"] = json!({"example.org/took": 5});
            }
            assert_eq!(client.result(1, "word", json!({})).await, expected, "{revision}");
        }
    }
}

#[tokio::test]
async fn pages_follow_their_cursors() {
    let server = Server::builder("pages", "1").page_size(2).tools(tools![add, count, word]).build().unwrap();
    for way in WAYS {
        let mut client = Client::open(&server, way, "2025-11-25", json!({})).await;
        let first = client.request(1, "tools/list", json!({})).await["result"].take();
        let names = |page: &Value| -> Vec<String> {
            page["tools"]
                .as_array()
                .unwrap()
                .iter()
                .map(|tool| tool["name"].as_str().unwrap().into())
                .collect()
        };
        assert_eq!(names(&first), ["add", "count"]);
        let cursor = first["nextCursor"].as_str().unwrap();
        let last = client.request(2, "tools/list", json!({"cursor": cursor})).await["result"].take();
        assert_eq!(names(&last), ["word"]);
        assert_eq!(last.get("nextCursor"), None);
        for cursor in [json!(""), json!("nope"), json!("d29yZA=="), json!("bm9wZQ"), json!(1), json!({})] {
            let answer = client.request(3, "tools/list", json!({"cursor": cursor})).await;
            assert_eq!(answer["error"]["code"], -32602, "{cursor}");
        }
    }
}

#[tokio::test]
async fn lists_that_are_empty_are_there() {
    let server = Server::builder("empty", "1").build().unwrap();
    for way in WAYS {
        let mut client = Client::open(&server, way, "2025-11-25", json!({})).await;
        for (method, member) in [
            ("tools/list", "tools"),
            ("prompts/list", "prompts"),
            ("resources/list", "resources"),
            ("resources/templates/list", "resourceTemplates"),
        ] {
            assert_eq!(client.request(1, method, json!({})).await["result"], json!({member: []}));
        }
    }
}
