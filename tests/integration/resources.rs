//! Resources and templates: lists, reading, asking while reading, and who hears of changes, in both eras.

use nanohub_mcp::{
    Ctx, ElicitChoice, Resource, ResourceContents, ResourceError, Server, ToolError, resource, resources,
};
use serde_json::{Value, json};

use crate::support::http::Site;
use crate::support::lines::Pipe;
use crate::support::script::stateless_meta;

struct Runs(Vec<&'static str>);

#[derive(serde::Serialize)]
struct Model {
    name: &'static str,
}

/// What can be simulated.
#[resource("catalogue://models", title = "Models", size = 24, audience(user), priority = 0.5, meta("m" = 1))]
fn models() -> Vec<Model> {
    vec![Model { name: "diffusion1d" }]
}

/// A picture.
#[resource("demo://picture", mime_type = "image/png", inline)]
fn picture() -> Vec<u8> {
    vec![0, 1, 2]
}

/// Log of a run.
#[resource("runs://{id}/log", name = "run-log", mime_type = "text/plain")]
async fn log(runs: &Runs, id: usize) -> Result<String, ResourceError> {
    runs.0.get(id).map(|log| (*log).to_owned()).ok_or_else(ResourceError::not_found)
}

/// The first run's log, which is no run like others.
#[resource("runs://0/log")]
fn first_log() -> &'static str {
    "the very first"
}

#[derive(ElicitChoice)]
enum Format {
    Text,
    Table,
}

/// A file of a run.
#[resource("runs://{id}/files/{name}.{format}")]
fn file(id: String, name: String, format: Format) -> ResourceContents {
    let format = match format {
        Format::Text => "text",
        Format::Table => "table",
    };
    ResourceContents::text(format!("{id} {name} {format}"))
        .mime_type("text/csv")
        .and(ResourceContents::blob(*b"abc").uri("runs://extra").meta("k", 2))
}

/// Secrets, shown to whoever confirms.
#[resource("vault://{name}")]
async fn vault(ctx: &Ctx, name: String) -> Result<String, ToolError> {
    Ok(if ctx.confirm(format!("Show {name}?")).await? { format!("{name} is 42") } else { "hidden".into() })
}

/// Breaks.
#[resource("demo://broken")]
fn broken() -> Result<String, String> {
    Err("the disk is full".into())
}

/// Panics.
#[resource("demo://panic")]
fn panicking() -> String {
    panic!("secret")
}

fn server() -> Server {
    Server::builder("demo", "1")
        .state(Runs(vec!["zero", "converged"]))
        .resources(resources![models, picture, log, first_log, file, vault, broken, panicking])
        .build()
        .unwrap()
}

async fn session(server: &Server) -> Pipe {
    Pipe::initialized(server, "2025-11-25", json!({"elicitation": {}})).await
}

fn modern(params: Value) -> Value {
    let mut params = params;
    params["_meta"] = stateless_meta(json!({"elicitation": {"form": {}}}));
    params
}

/// `resources/read` in the era of sessions and without one: what each answers, its own members aside.
async fn read(server: &Server, uri: &str) -> [Value; 2] {
    let mut pipe = session(server).await;
    let legacy = pipe.request(1, "resources/read", json!({"uri": uri})).await;
    let message =
        json!({"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": modern(json!({"uri": uri}))});
    let site = Site::start(server).await;
    let mut response = site.stateless("resources/read", uri, &message).await;
    assert_eq!(response.status, 200);
    [legacy, response.json().await]
}

#[tokio::test]
async fn resources_are_listed_with_what_their_functions_say() {
    let mut pipe = session(&server()).await;
    let list = pipe.request(1, "resources/list", json!({})).await;
    let all = list["result"]["resources"].as_array().unwrap();
    let uris: Vec<_> = all.iter().map(|resource| resource["uri"].as_str().unwrap()).collect();
    assert_eq!(
        uris,
        ["catalogue://models", "demo://picture", "runs://0/log", "demo://broken", "demo://panic"]
    );
    assert_eq!(
        all[0],
        json!({
            "uri": "catalogue://models", "name": "models", "title": "Models",
            "description": "What can be simulated.", "size": 24,
            "annotations": {"audience": ["user"], "priority": 0.5}, "_meta": {"m": 1},
        })
    );
    let list = pipe.request(2, "resources/templates/list", json!({})).await;
    assert_eq!(
        list["result"]["resourceTemplates"][0],
        json!({
            "uriTemplate": "runs://{id}/log", "name": "run-log", "description": "Log of a run.",
            "mimeType": "text/plain",
        })
    );
    assert!(list["result"].get("resultType").is_none() && list["result"].get("ttlMs").is_none());
}

#[tokio::test]
async fn lists_of_the_stateless_era_say_how_long_they_hold() {
    let mut pipe = Pipe::open(&server());
    for (method, name) in [("resources/list", "resources"), ("resources/templates/list", "resourceTemplates")]
    {
        let list = pipe.request(1, method, modern(json!({}))).await;
        assert_eq!(
            (&list["result"]["resultType"], &list["result"]["ttlMs"], &list["result"]["cacheScope"]),
            (&json!("complete"), &json!(0), &json!("private"))
        );
        assert!(!list["result"][name].as_array().unwrap().is_empty());
    }
}

#[tokio::test]
async fn pages_follow_one_another() {
    let server = Server::builder("demo", "1")
        .resources((0..5).map(|n| Resource::fixed(format!("demo://{n}"), format!("{n}"), "x")))
        .page_size(2)
        .build()
        .unwrap();
    let mut pipe = session(&server).await;
    let (mut names, mut cursor) = (Vec::new(), Value::Null);
    for page in 0..3 {
        let params = if page == 0 { json!({}) } else { json!({"cursor": cursor}) };
        let list = pipe.request(page, "resources/list", params).await;
        names.extend(list["result"]["resources"].as_array().unwrap().iter().map(|one| one["name"].clone()));
        cursor = list["result"]["nextCursor"].clone();
    }
    assert_eq!((json!(names), cursor), (json!(["0", "1", "2", "3", "4"]), Value::Null));
    let refused = pipe.request(9, "resources/list", json!({"cursor": "!"})).await;
    assert_eq!(refused["error"]["code"], -32602);
}

#[tokio::test]
async fn what_is_read_is_the_same_in_both_eras() {
    let server = server();
    for (uri, contents) in [
        (
            "catalogue://models",
            json!([{"mimeType": "application/json", "text": "[{\"name\":\"diffusion1d\"}]", "_meta": {"m": 1}}]),
        ),
        ("demo://picture", json!([{"mimeType": "image/png", "blob": "AAEC"}])),
        ("runs://1/log", json!([{"mimeType": "text/plain", "text": "converged"}])),
        ("runs://0/log", json!([{"mimeType": "text/plain", "text": "the very first"}])),
        (
            "runs://7/files/a%20b.table",
            json!([
                {"mimeType": "text/csv", "text": "7 a b table"},
                {"uri": "runs://extra", "mimeType": "application/octet-stream", "blob": "YWJj", "_meta": {"k": 2}},
            ]),
        ),
        // As gateways write it; the answer has the URI of the request.
        ("https://nanohub.org/runs://1/log", json!([{"mimeType": "text/plain", "text": "converged"}])),
        ("/weber/1/2/3/demo%3A%2F%2Fpicture", json!([{"mimeType": "image/png", "blob": "AAEC"}])),
    ] {
        let mut expected = contents;
        for part in expected.as_array_mut().unwrap() {
            part.as_object_mut().unwrap().entry("uri").or_insert(json!(uri));
        }
        let [legacy, modern] = read(&server, uri).await;
        assert_eq!(legacy["result"], json!({"contents": expected}), "{uri}");
        assert_eq!(modern["result"]["contents"], expected, "{uri}");
        assert_eq!(modern["result"]["cacheScope"], "private");
    }
}

#[tokio::test]
async fn what_is_not_there_has_the_code_of_its_era() {
    let server = server();
    for uri in [
        "demo://nothing",
        "runs://9/log",
        "runs://x/log",
        "runs://1/2/log",
        "runs://1/files/..%2Fx.text",
        "runs://1/files/a.png",
        "",
    ] {
        let [legacy, modern] = read(&server, uri).await;
        assert_eq!(
            (&legacy["error"]["code"], &legacy["error"]["data"]["uri"]),
            (&json!(-32002), &json!(uri))
        );
        assert_eq!(
            (&modern["error"]["code"], &modern["error"]["data"]["uri"]),
            (&json!(-32602), &json!(uri))
        );
    }
}

#[tokio::test]
async fn failures_are_errors_and_panics_keep_their_secrets() {
    let server = server();
    for answer in read(&server, "demo://broken").await {
        assert_eq!(answer["error"], json!({"code": -32603, "message": "the disk is full"}));
    }
    for answer in read(&server, "demo://panic").await {
        assert_eq!(answer["error"]["code"], -32603);
        assert!(!answer.to_string().contains("secret"));
    }
}

#[tokio::test]
async fn a_resource_asks_in_a_session() {
    let mut pipe = session(&server()).await;
    pipe.send(
        &json!({"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": "vault://pin"}}),
    )
    .await;
    let question = pipe.receive().await;
    assert_eq!(question["method"], "elicitation/create");
    assert_eq!(question["params"]["message"], "Show pin?");
    pipe.send(&json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "accept", "content": {"confirm": true}}}))
        .await;
    assert_eq!(pipe.receive().await["result"]["contents"][0]["text"], "pin is 42");
}

#[tokio::test]
async fn a_resource_asks_without_a_session() {
    let site = Site::start(&server()).await;
    let ask = async |uri: &str, extra: Value| {
        let mut params = modern(extra);
        params["uri"] = json!(uri);
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": params});
        site.stateless("resources/read", uri, &message).await.json().await
    };
    let first = ask("vault://pin", json!({})).await;
    assert_eq!(first["result"]["resultType"], "input_required");
    assert!(first["result"].get("ttlMs").is_none(), "a question is not kept");
    let state = &first["result"]["requestState"];
    let answers = json!({"confirm": {"action": "accept", "content": {"confirm": true}}});
    let answered = ask("vault://pin", json!({"requestState": state, "inputResponses": answers})).await;
    assert_eq!(answered["result"]["contents"][0]["text"], "pin is 42");
    assert_eq!(
        (&answered["result"]["ttlMs"], &answered["result"]["cacheScope"]),
        (&json!(0), &json!("private"))
    );
    // Consent to one resource is none to another.
    let other = ask("vault://key", json!({"requestState": state, "inputResponses": answers})).await;
    assert_eq!(other["error"]["code"], -32602);
}

#[tokio::test]
async fn a_client_that_cannot_be_asked_gets_an_error_in_words() {
    let mut pipe = Pipe::initialized(&server(), "2025-11-25", json!({})).await;
    let answer = pipe.request(1, "resources/read", json!({"uri": "vault://pin"})).await;
    assert_eq!(answer["error"]["code"], -32603);
    assert!(answer["error"]["message"].as_str().unwrap().contains("Ask the user"), "{answer}");
}

#[tokio::test]
async fn only_who_subscribed_hears_of_a_change() {
    let server = server();
    let (mut here, mut there) = (session(&server).await, session(&server).await);
    let seen = "https://nanohub.org/runs://1/log";
    assert_eq!(here.request(1, "resources/subscribe", json!({"uri": seen})).await["result"], json!({}));
    let refused = here.request(2, "resources/subscribe", json!({"uri": "demo://nothing"})).await;
    assert_eq!(refused["error"]["code"], -32002);

    server.resource_updated("runs://1/log");
    server.resource_updated("runs://0/log");
    let heard = here.receive().await;
    assert_eq!(
        (&heard["method"], &heard["params"]["uri"]),
        (&json!("notifications/resources/updated"), &json!(seen))
    );
    assert_eq!(here.request(3, "resources/unsubscribe", json!({"uri": seen})).await["result"], json!({}));
    server.resource_updated("runs://1/log");
    // Nothing comes between: the next message is the answer.
    for pipe in [&mut here, &mut there] {
        assert_eq!(pipe.request(4, "ping", json!({})).await["result"], json!({}));
    }
}

#[tokio::test]
async fn a_subscription_needs_a_session() {
    let site = Site::start(&server()).await;
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "resources/subscribe", "params": {"uri": "demo://picture"}});
    let answer = site.post("/mcp", &[], &message).await.json().await;
    assert_eq!(answer["error"]["code"], -32602);
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "resources/subscribe", "params": modern(json!({"uri": "demo://picture"}))});
    let mut response = site.stateless("resources/subscribe", "demo://picture", &message).await;
    assert_eq!((response.status, response.json().await["error"]["code"].clone()), (404, json!(-32601)));
}

#[tokio::test]
async fn who_listens_hears_of_what_it_named() {
    let server = server();
    let mut pipe = Pipe::open(&server);
    let filter = json!({
        "resourcesListChanged": true, "promptsListChanged": true,
        "resourceSubscriptions": ["runs://1/log", "demo://nothing"],
    });
    pipe.send(&json!({"jsonrpc": "2.0", "id": "l", "method": "subscriptions/listen", "params": modern(json!({"notifications": filter}))}))
        .await;
    let opened = pipe.receive().await;
    assert_eq!(
        opened["params"]["notifications"],
        json!({"resourcesListChanged": true, "resourceSubscriptions": ["runs://1/log"]})
    );
    server.resource_updated("runs://0/log");
    server.resource_updated("runs://1/log");
    let heard = pipe.receive().await;
    assert_eq!(
        heard["params"],
        json!({"uri": "runs://1/log", "_meta": {"io.modelcontextprotocol/subscriptionId": "l"}})
    );
    server.add_resource(Resource::fixed("demo://new", "new", "here")).unwrap();
    assert_eq!(pipe.receive().await["method"], "notifications/resources/list_changed");
}

#[tokio::test]
async fn resources_come_and_go() {
    let server = server();
    let mut pipe = session(&server).await;
    server.add_resource(Resource::fixed("demo://new", "new", "here").title("New")).unwrap();
    assert_eq!(pipe.receive().await["method"], "notifications/resources/list_changed");
    let answer = pipe.request(1, "resources/read", json!({"uri": "demo://new"})).await;
    assert_eq!(answer["result"]["contents"][0]["text"], "here");

    let taken = server.add_resource(Resource::fixed("demo://new", "again", "x")).unwrap_err();
    assert!(taken.to_string().contains("two resources have the URI `demo://new`"), "{taken}");
    assert!(server.remove_resource("demo://new") && !server.remove_resource("demo://new"));
    assert_eq!(pipe.receive().await["method"], "notifications/resources/list_changed");
    let answer = pipe.request(2, "resources/read", json!({"uri": "demo://new"})).await;
    assert_eq!(answer["error"]["code"], -32002);
}

#[tokio::test]
async fn what_is_not_announced_is_not_there() {
    let server = Server::builder("empty", "1").build().unwrap();
    let site = Site::start(&server).await;
    for method in
        ["resources/list", "resources/templates/list", "resources/read", "prompts/list", "prompts/get"]
    {
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": modern(json!({"uri": "x", "name": "x"}))});
        let headers = [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", method), ("Mcp-Name", "x")];
        let mut response = site.post("/mcp", &headers, &message).await;
        assert_eq!((response.status, response.json().await["error"]["code"].clone()), (404, json!(-32601)));
    }
    let mut pipe = Pipe::open(&server);
    let info = pipe.request(1, "server/discover", modern(json!({}))).await;
    assert_eq!(info["result"]["capabilities"], json!({}));
    let mut pipe = session(&server).await;
    for (method, list) in [
        ("resources/list", json!({"resources": []})),
        ("resources/templates/list", json!({"resourceTemplates": []})),
        ("prompts/list", json!({"prompts": []})),
    ] {
        assert_eq!(pipe.request(1, method, json!({})).await["result"], list);
    }
    let mut pipe = Pipe::open(&self::server());
    let info = pipe.request(1, "server/discover", modern(json!({}))).await;
    assert_eq!(
        info["result"]["capabilities"],
        json!({
            "logging": {}, "resources": {"subscribe": true, "listChanged": true}, "completions": {},
        })
    );
}

#[test]
fn what_contradicts_itself_is_not_built() {
    let problems = |resources: Vec<Resource>| {
        Server::builder("demo", "1").resources(resources).build().unwrap_err().problems().join("\n")
    };
    let twice = problems(resources![models, models]);
    assert!(twice.starts_with("two resources have the URI `catalogue://models`: `"), "{twice}");
    assert!(twice.matches("resources.rs:").count() == 2, "{twice}");
    let state = problems(resources![log]);
    assert!(state.contains("`runs: &") && state.contains("no such state is registered"), "{state}");
    let uri = problems(vec![Resource::fixed("no uri", "x", "y")]);
    assert!(uri.contains("begins with a scheme"), "{uri}");
}
