//! Every shape of function that a tool may have.
#![deny(warnings)]

use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

use nanohub_mcp::{Tool, ToolError, ToolResult, tool, tools};

pub struct Cluster;
type Machine = Cluster;
type Outcome<T> = Result<T, ToolError>;

#[derive(Default, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Queue {
    #[default]
    Standby,
    Long,
}

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Run {
    id: u64,
}

/// No parameters, no result.
#[tool]
fn nothing() {}

/// Plain names of every kind.
#[tool(read_only, idempotent = true, destructive = false, open_world = false)]
fn names(mut x: i64, r#type: String, _unused: bool) -> String {
    x += 1;
    format!("{x} {type}", type = r#type)
}

/// A raw name.
#[tool(inline)]
fn r#match(r#in: i64) -> i64 {
    r#in
}

/// A parameter of the name of its function, and one of the names that generated code might use.
#[tool]
fn scale(scale: f64, call: f64, arguments: f64, tool: f64, result: f64, self_: f64) -> f64 {
    scale * call * arguments * tool * result * self_
}

/// Lent state, through an alias, with the lifetime written out, and in any place.
#[tool]
async fn submit(
    cluster: &Cluster,
    /// Handle of the run.
    handle: String,
    machine: &'_ Machine,
    other: &crate::Machine,
    _: &Cluster,
) -> Outcome<Run> {
    let (_, _, _) = (cluster, machine, other);
    handle.parse().map(|id| Run { id }).map_err(ToolError::from)
}

/// Everything that `#[arg]` takes.
#[tool]
fn arguments(
    /// How many.
    #[arg(name = "how-many", title = "Count", default = 1, range = 1..=LIMIT, example = 3, header = "Count")]
    count: u32,
    #[arg(default = 0.5, range = -1.0..1.0)] ratio: f64,
    #[arg(default = 60 * (60 + 1), range = 0..=24 * 3600)] seconds: u64,
    #[arg(default = -3, range = ..0)] offset: i8,
    #[arg(default = "standby", len = 1..=80, pattern = "^[a-z]+$")] queue: String,
    #[arg(default = Queue::Standby, example = Queue::Long)] kind: Queue,
    #[arg(default = vec![1.0, 2.0], len = 1..10)] points: Vec<f64>,
) -> HashMap<String, f64> {
    let _ = (count, ratio, seconds, offset, queue, points, matches!(kind, Queue::Long));
    HashMap::new()
}

const LIMIT: u32 = 100;

/// What is in the type may be anything that the client can send.
#[tool]
fn types(
    optional: Option<String>,
    #[arg(example = 5)] step: Option<i64>,
    map: HashMap<String, Vec<Queue>>,
    any: serde_json::Value,
    pair: (i64, bool),
    text: std::borrow::Cow<'static, str>,
    boxed: Box<[f64]>,
) -> ToolResult {
    let _ = (optional, step, map, any, pair, text, boxed);
    ToolResult::text("")
}

/// Everything that `#[tool]` takes.
#[tool(
    name = "every.thing-1",
    title = "Everything",
    timeout = "30s",
    requires(elicitation, url),
    requires(sampling, roots),
    input_schema = schemas::input,
    output_schema = schemas::output,
    icon = "https://example.org/a.png",
    icon(src = "data:image/png;base64,AAAA", mime_type = "image/png", sizes = "48x48 96x96"),
    meta("example.org/cost" = 3, queue = "standby"),
)]
fn everything(a: i64) -> i64 {
    a
}

/// A time that is computed.
#[tool(timeout = Duration::from_secs(2 * MINUTE))]
async fn patient() -> &'static str {
    "done"
}

const MINUTE: u64 = 60;

mod schemas {
    use serde_json::{Value, json};

    pub fn input() -> Value {
        json!({"type": "object", "properties": {"a": {"type": "integer"}}})
    }

    pub fn output() -> Value {
        json!({"type": "object"})
    }
}

#[tool(description = "Errors are anything that can be displayed.")]
fn fails() -> Result<(), fmt::Error> {
    Err(fmt::Error)
}

/// A type called `Result` is not the `Result`.
#[tool]
fn simulate() -> sim::Result {
    sim::Result { energy: 1.0 }
}

mod sim {
    #[derive(serde::Serialize, schemars::JsonSchema)]
    pub struct Result {
        pub energy: f64,
    }
}

/// Under `cfg`.
#[tool]
#[cfg(all())]
fn here() {}

/// Under `cfg`, and away.
#[tool]
#[cfg(any())]
fn away() {}

fn names_of(tools: Vec<Tool>) -> Vec<&'static str> {
    tools.iter().map(Tool::name).collect()
}

fn main() {
    /// Inside a function.
    #[tool]
    fn local(a: i64) -> i64 {
        a
    }

    assert_eq!(local(1), 1);
    let tools = tools![
        nothing,
        names,
        r#match,
        scale,
        submit,
        arguments,
        types,
        everything,
        patient,
        self::fails,
        simulate,
        here,
        #[cfg(any())]
        away,
        local,
    ];
    assert_eq!(
        names_of(tools),
        [
            "nothing", "names", "match", "scale", "submit", "arguments", "types", "every.thing-1", "patient", "fails",
            "simulate", "here", "local",
        ]
    );
    assert!(tools![].is_empty());
}
