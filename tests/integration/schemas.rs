//! Every schema that anything here advertises is one that every host accepts.

use nanohub_mcp::__private::{audit_input, audit_output};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::Command;

use crate::support::example;
use crate::support::lines::Pipe;

const REVISIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// Tools whose schemas their authors wrote by hand: published untouched, and theirs to answer for.
const HANDWRITTEN: [&str; 1] = ["json_schema_2020_12_tool"];

fn audit(whose: &str, list: &Value) -> Vec<String> {
    let tools =
        list["result"]["tools"].as_array().unwrap_or_else(|| panic!("{whose} lists no tools: {list}"));
    let mut faults = Vec::new();
    for tool in tools {
        let name = tool["name"].as_str().unwrap();
        if HANDWRITTEN.contains(&name) {
            continue;
        }
        let mut note = |what: &str, found: Vec<String>| {
            faults.extend(found.into_iter().map(|fault| format!("{whose}, `{name}`, {what}: {fault}")));
        };
        note("input", audit_input(&tool["inputSchema"]));
        if let Some(output) = tool.get("outputSchema") {
            note("output", audit_output(output));
        }
    }
    faults
}

/// The examples, over their own stdio.
#[tokio::test]
async fn examples_advertise_portable_schemas() {
    let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
    let mut audited = 0;
    for entry in std::fs::read_dir(sources).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        for revision in REVISIONS {
            let mut child = Command::new(example(&name))
                .arg("stdio")
                .stdin(std::process::Stdio::piped())
                .stdout(std::process::Stdio::piped())
                .stderr(std::process::Stdio::null())
                .kill_on_drop(true)
                .spawn()
                .unwrap_or_else(|error| panic!("example `{name}`: {error}"));
            let mut input = child.stdin.take().unwrap();
            let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
            let initialize = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
                "protocolVersion": revision, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}});
            let list = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"});
            input.write_all(format!("{initialize}\n{list}\n").as_bytes()).await.unwrap();
            output.next_line().await.unwrap().unwrap();
            let list: Value = serde_json::from_str(&output.next_line().await.unwrap().unwrap()).unwrap();
            let faults = audit(&format!("example `{name}` at {revision}"), &list);
            assert!(faults.is_empty(), "{}", faults.join("\n"));
            audited += 1;
        }
    }
    assert!(audited >= 4 * REVISIONS.len(), "only {audited} lists were looked at");
}

/// The tools of the other tests.
#[tokio::test]
async fn test_tools_advertise_portable_schemas() {
    for server in [crate::elicitation::server()] {
        for revision in REVISIONS {
            let mut pipe = Pipe::initialized(&server, revision, json!({})).await;
            let list = pipe.request(2, "tools/list", json!({})).await;
            let faults = audit(revision, &list);
            assert!(faults.is_empty(), "{}", faults.join("\n"));
        }
    }
}
