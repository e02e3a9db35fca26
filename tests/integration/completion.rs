//! `completion/complete`: what arguments and variables could become, in both eras.

use nanohub_mcp::{Completion, ElicitChoice, Server, prompt, prompts, resource, resources};
use serde_json::{Value, json};

use crate::support::lines::Pipe;
use crate::support::script::stateless_meta;

#[derive(ElicitChoice)]
enum Queue {
    Standby,
    #[choice(title = "Long queue")]
    Long,
}

fn numbers(typed: &str) -> Vec<String> {
    (0..150).map(|number| number.to_string()).filter(|number| number.starts_with(typed)).collect()
}

struct Nodes(Vec<&'static str>);

fn nodes(completion: &Completion<'_>) -> Vec<String> {
    let queue = completion.argument("queue").unwrap_or("any");
    let nodes = completion.state::<Nodes>().map(|nodes| nodes.0.clone()).unwrap_or_default();
    nodes.iter().map(|node| format!("{queue}-{node}-{}", completion.value())).collect()
}

fn breaking(_: &str) -> [&'static str; 0] {
    panic!("secret")
}

/// Choose where to run.
#[prompt(complete(node = nodes, count = numbers, broken = breaking))]
fn place(queue: Queue, node: String, count: u8, broken: String, free: String) -> String {
    let queue = match queue {
        Queue::Standby => "standby",
        Queue::Long => "long",
    };
    format!("{queue} {node} {count} {broken} {free}")
}

/// A run of a queue.
#[resource("runs://{queue}/{id}", complete(queue = Queue))]
fn run(queue: String, id: u32) -> String {
    format!("{queue} {id}")
}

fn server() -> Server {
    Server::builder("demo", "1")
        .state(Nodes(vec!["a", "b"]))
        .prompts(prompts![place])
        .resources(resources![run])
        .build()
        .unwrap()
}

/// What both eras answer, which has to be the same.
async fn complete(params: Value) -> Value {
    let server = server();
    let mut pipe = Pipe::initialized(&server, "2025-11-25", json!({})).await;
    let legacy = pipe.request(1, "completion/complete", params.clone()).await;
    let mut params = params;
    params["_meta"] = stateless_meta(json!({}));
    let modern = Pipe::open(&server).request(1, "completion/complete", params).await;
    assert_eq!(legacy["error"], modern["error"]);
    assert_eq!(legacy["result"]["completion"], modern["result"]["completion"]);
    if legacy.get("error").is_some() {
        legacy["error"].clone()
    } else {
        legacy["result"]["completion"].clone()
    }
}

fn of_prompt(argument: &str, value: &str) -> Value {
    json!({"ref": {"type": "ref/prompt", "name": "place"}, "argument": {"name": argument, "value": value}})
}

#[tokio::test]
async fn choices_complete_themselves() {
    let all = complete(of_prompt("queue", "")).await;
    assert_eq!(all, json!({"values": ["standby", "long"], "total": 2, "hasMore": false}));
    assert_eq!(complete(of_prompt("queue", "LO")).await["values"], json!(["long"]));
    let variable = json!({
        "ref": {"type": "ref/resource", "uri": "runs://{queue}/{id}"}, "argument": {"name": "queue", "value": "s"},
    });
    assert_eq!(complete(variable).await["values"], json!(["standby"]));
}

#[tokio::test]
async fn a_hundred_values_are_sent() {
    let many = complete(of_prompt("count", "")).await;
    assert_eq!(many["values"].as_array().unwrap().len(), 100);
    assert_eq!((&many["total"], &many["hasMore"]), (&json!(150), &json!(true)));
    assert_eq!(complete(of_prompt("count", "14")).await["total"], 11);
}

#[tokio::test]
async fn functions_see_other_arguments_and_state() {
    let mut params = of_prompt("node", "x");
    params["context"] = json!({"arguments": {"queue": "long"}});
    assert_eq!(complete(params).await["values"], json!(["long-a-x", "long-b-x"]));
}

#[tokio::test]
async fn what_cannot_be_completed_is_told_apart() {
    // An argument without help has no values; one that there is not is a mistake.
    assert_eq!(complete(of_prompt("free", "x")).await["values"], json!([]));
    for params in [
        of_prompt("nothing", "x"),
        json!({"ref": {"type": "ref/prompt", "name": "nothing"}, "argument": {"name": "a", "value": ""}}),
        json!({"ref": {"type": "ref/resource", "uri": "x://y"}, "argument": {"name": "a", "value": ""}}),
        json!({"ref": {"type": "ref/other"}, "argument": {"name": "a", "value": ""}}),
        json!({}),
    ] {
        assert_eq!(complete(params).await["code"], -32602);
    }
    let broken = complete(of_prompt("broken", "")).await;
    assert_eq!(broken["code"], -32603);
    assert!(!broken.to_string().contains("secret"), "{broken}");
}

#[tokio::test]
async fn it_is_announced_where_there_is_something_to_complete() {
    let mut pipe = Pipe::open(&server());
    let meta = json!({"_meta": stateless_meta(json!({}))});
    let capabilities =
        pipe.request(1, "server/discover", meta.clone()).await["result"]["capabilities"].clone();
    assert_eq!(capabilities["completions"], json!({}));
    let without = Server::builder("demo", "1").build().unwrap();
    let mut pipe = Pipe::open(&without);
    let refused = pipe.request(1, "completion/complete", meta).await;
    assert_eq!(refused["error"]["code"], -32601);
}
