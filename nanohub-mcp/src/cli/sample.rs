//! The server that the tests of the command line look at.

use serde_json::json;

use crate::ctx::Ctx;
use crate::server::Server;
use crate::tool::Tool;
use crate::tool::arguments::Arguments;
use crate::tool::call::{Call, Work};
use crate::tool::definition::Source;

pub(super) fn tool(name: &'static str, description: &'static str, schema: serde_json::Value) -> Tool {
    let source = Source { function: name, file: "sample.rs", line: 1 };
    Tool::new(name, description, source, nothing).input_schema(schema)
}

fn nothing(_: Call, _: &mut Arguments<'_>) -> Work {
    Work::Refused
}

/// A plain tool, one that needs a session, and one that nobody should try out.
pub(super) fn sample() -> Server {
    let add = tool(
        "add",
        "Add two integers.",
        json!({
            "type": "object",
            "properties": {
                "a": {"type": "integer", "description": "First addend."},
                "b": {"type": "integer", "default": 2}
            },
            "required": ["a"],
            "additionalProperties": false
        }),
    );
    let submit = tool(
        "submit_batch",
        "Submit a prepared run.",
        json!({
            "type": "object",
            "properties": {
                "run_handle": {"type": "string"},
                "queue": {"type": "string", "enum": ["standby", "long"]},
                "nodes": {"type": "array", "items": {"type": "string"}},
                "options": {"type": "object", "properties": {}}
            },
            "required": ["run_handle"]
        }),
    );
    let purge = tool("purge", "Delete all runs.", json!({"type": "object", "properties": {}}));
    Server::builder("demo", "1.2.3")
        .tools([
            add.read_only(true).idempotent(true),
            submit.lent::<Ctx>("ctx").destructive(false),
            purge.destructive(true),
        ])
        .build()
        .expect("the sample is in order")
}
