//! Prompts: their list, what they say, and asking on the way, in both eras.

use std::num::NonZeroU8;

use nanohub_mcp::{Ctx, ElicitChoice, EmbeddedResource, Image, Message, Server, ToolError, prompt, prompts};
use serde_json::{Value, json};

use crate::support::http::Site;
use crate::support::lines::Pipe;
use crate::support::script::stateless_meta;

#[derive(ElicitChoice)]
enum Tone {
    Warm,
    Formal,
}

/// Greet someone.
#[prompt(title = "Greet", meta("m" = 1))]
fn greet(
    /// Who is greeted.
    #[arg(title = "Name")]
    who: String,
    #[arg(default = Tone::Warm)] tone: Tone,
    /// How often.
    times: Option<NonZeroU8>,
) -> String {
    let greeting = match tone {
        Tone::Warm => "Hello",
        Tone::Formal => "Good day",
    };
    format!("{greeting} {who} ×{}", times.map_or(1, NonZeroU8::get))
}

struct Library(&'static str);

/// Explain a deck.
#[prompt(inline)]
fn explain(library: &Library) -> Vec<Message> {
    vec![
        Message::user(EmbeddedResource::text("deck://1", library.0).mime_type("text/plain")),
        Message::assistant("It relaxes a lattice."),
        Message::user(Image::new([0, 1], "image/png")),
    ]
}

/// Plan with the user.
#[prompt]
async fn plan(ctx: &Ctx, topic: String) -> Result<Message, ToolError> {
    let sure = ctx.confirm(format!("Plan {topic}?")).await?;
    Ok(Message::user(if sure { format!("Plan {topic}.") } else { "Do nothing.".into() }))
}

/// Fail.
#[prompt]
fn failing() -> Result<String, String> {
    Err("no idea".into())
}

fn server() -> Server {
    Server::builder("demo", "1")
        .state(Library("units metal"))
        .prompts(prompts![greet, explain, plan, failing])
        .build()
        .unwrap()
}

fn modern(mut params: Value) -> Value {
    params["_meta"] = stateless_meta(json!({"elicitation": {"form": {}}}));
    params
}

async fn session(server: &Server) -> Pipe {
    Pipe::initialized(server, "2025-11-25", json!({"elicitation": {}})).await
}

/// `prompts/get` in both eras.
async fn get(server: &Server, name: &str, arguments: &Value) -> [Value; 2] {
    let params = json!({"name": name, "arguments": arguments});
    let legacy = session(server).await.request(1, "prompts/get", params.clone()).await;
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "prompts/get", "params": modern(params)});
    let site = Site::start(server).await;
    [legacy, site.stateless("prompts/get", name, &message).await.json().await]
}

#[tokio::test]
async fn prompts_are_listed_with_their_arguments() {
    let list = session(&server()).await.request(1, "prompts/list", json!({})).await;
    assert_eq!(
        list["result"]["prompts"][0],
        json!({
            "name": "greet", "title": "Greet", "description": "Greet someone.",
            "arguments": [
                {"name": "who", "title": "Name", "description": "Who is greeted.", "required": true},
                {"name": "tone", "required": false},
                {"name": "times", "description": "How often.", "required": false},
            ],
            "_meta": {"m": 1},
        })
    );
    assert_eq!(list["result"]["prompts"][1], json!({"name": "explain", "description": "Explain a deck."}));
    let old = Pipe::initialized(&server(), "2025-03-26", json!({}))
        .await
        .request(1, "prompts/list", json!({}))
        .await;
    assert!(!old.to_string().contains("title") && !old.to_string().contains("_meta"), "{old}");
    let list = Pipe::open(&server()).request(1, "prompts/list", modern(json!({}))).await;
    assert_eq!((&list["result"]["ttlMs"], &list["result"]["resultType"]), (&json!(0), &json!("complete")));
}

#[tokio::test]
async fn arguments_are_read_from_text() {
    let server = server();
    for (arguments, text) in [
        (json!({"who": "Ada"}), "Hello Ada ×1"),
        (json!({"who": "Ada", "tone": "formal", "times": "3"}), "Good day Ada ×3"),
        // Text boxes that were left empty.
        (json!({"who": "Ada", "tone": "", "times": ""}), "Hello Ada ×1"),
        (json!({"who": "", "times": null}), "Hello  ×1"),
    ] {
        for answer in get(&server, "greet", &arguments).await {
            let expected = json!([{"role": "user", "content": {"type": "text", "text": text}}]);
            assert_eq!(answer["result"]["messages"], expected);
            assert_eq!(answer["result"]["description"], "Greet someone.");
            // Not a result that may be kept.
            assert!(answer["result"].get("ttlMs").is_none());
        }
    }
}

#[tokio::test]
async fn what_is_wrong_with_arguments_is_said_at_once() {
    let server = server();
    for (arguments, words) in [
        (json!({}), "arguments of `greet`: `who` is missing"),
        (
            json!({"tone": "rude", "times": "0"}),
            "arguments of `greet`: `who` is missing; `tone` must be \"warm\" or \"formal\"; `times` is not accepted: number would be zero for non-zero type",
        ),
        (
            json!({"who": 5, "tine": "x"}),
            "arguments of `greet`: `who` must be a string; there is no `tine`: did you mean `tone`?",
        ),
        (json!([1]), "arguments of `greet`: they must be an object of strings"),
    ] {
        for answer in get(&server, "greet", &arguments).await {
            assert_eq!(answer["error"], json!({"code": -32602, "message": words}));
        }
    }
    for answer in get(&server, "nothing", &json!({})).await {
        assert_eq!(answer["error"]["code"], -32602);
    }
    for answer in get(&server, "failing", &json!({})).await {
        assert_eq!(answer["error"], json!({"code": -32603, "message": "no idea"}));
    }
}

#[tokio::test]
async fn messages_hold_any_content() {
    for answer in get(&server(), "explain", &Value::Null).await {
        assert_eq!(
            answer["result"]["messages"],
            json!([
                {"role": "user", "content": {"type": "resource", "resource": {
                    "uri": "deck://1", "mimeType": "text/plain", "text": "units metal"}}},
                {"role": "assistant", "content": {"type": "text", "text": "It relaxes a lattice."}},
                {"role": "user", "content": {"type": "image", "data": "AAE=", "mimeType": "image/png"}},
            ])
        );
    }
}

#[tokio::test]
async fn a_prompt_asks_in_a_session() {
    let mut pipe = session(&server()).await;
    let params = json!({"name": "plan", "arguments": {"topic": "a trip"}});
    pipe.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "prompts/get", "params": params})).await;
    let question = pipe.receive().await;
    assert_eq!(question["params"]["message"], "Plan a trip?");
    pipe.send(&json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "decline"}})).await;
    assert_eq!(pipe.receive().await["result"]["messages"][0]["content"]["text"], "Do nothing.");
}

#[tokio::test]
async fn a_prompt_asks_without_a_session() {
    let mut pipe = Pipe::open(&server());
    let params = |topic: &str, extra: Value| {
        let mut params = modern(extra);
        params["name"] = json!("plan");
        params["arguments"] = json!({"topic": topic});
        params
    };
    let first = pipe.request(1, "prompts/get", params("a trip", json!({}))).await;
    assert_eq!(first["result"]["resultType"], "input_required");
    assert_eq!(first["result"]["inputRequests"]["confirm"]["method"], "elicitation/create");
    let answers = json!({"confirm": {"action": "accept", "content": {"confirm": true}}});
    let extra = json!({"requestState": first["result"]["requestState"], "inputResponses": answers});
    let answered = pipe.request(2, "prompts/get", params("a trip", extra.clone())).await;
    assert_eq!(answered["result"]["messages"][0]["content"]["text"], "Plan a trip.");
    assert_eq!(answered["result"]["resultType"], "complete");
    // The state is bound to the arguments.
    let other = pipe.request(3, "prompts/get", params("a heist", extra)).await;
    assert_eq!(other["error"]["code"], -32602);
}

#[tokio::test]
async fn prompts_come_and_go() {
    let server = server();
    let mut pipe = session(&server).await;
    assert!(server.remove_prompt("greet") && !server.remove_prompt("greet"));
    assert_eq!(pipe.receive().await["method"], "notifications/prompts/list_changed");
    assert_eq!(pipe.request(1, "prompts/get", json!({"name": "greet"})).await["error"]["code"], -32602);
    let [greeting] = <[_; 1]>::try_from(prompts![greet]).unwrap();
    server.add_prompt(greeting.clone()).unwrap();
    assert_eq!(pipe.receive().await["method"], "notifications/prompts/list_changed");
    let taken = server.add_prompt(greeting).unwrap_err().to_string();
    assert!(taken.contains("two prompts are named `greet`: `"), "{taken}");
}

#[tokio::test]
async fn discovery_counts_them() {
    let site = Site::start(&server()).await;
    let info = site.send("GET", "/", &[], "").await.json().await;
    assert_eq!((&info["prompts"], &info["resources"]), (&json!(4), &json!(0)));
}
