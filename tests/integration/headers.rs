//! Headers that repeat the body: whoever routes by them must not be misled.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use nanohub_mcp::{Server, tool, tools};
use serde_json::{Value, json};

use crate::support::http::Site;
use crate::support::lines::Pipe;
use crate::support::rounds::{REVISION, call, request};

struct Runs(Arc<AtomicUsize>);

/// Run somewhere.
#[tool]
fn run(
    runs: &Runs,
    #[arg(header = "Region")] region: Option<String>,
    #[arg(header = "Nodes")] nodes: Option<i64>,
    #[arg(header = "Dry")] dry: Option<bool>,
) -> String {
    runs.0.fetch_add(1, Ordering::SeqCst);
    format!("{region:?} {nodes:?} {dry:?}")
}

/// Name of a tool with more than letters.
#[tool(name = "other.tool")]
fn other() -> &'static str {
    "other"
}

fn nested() -> Value {
    json!({
        "type": "object",
        "properties": {
            "place": {
                "type": "object",
                "properties": {"zone": {"type": "string", "x-mcp-header": "Zone"}},
            },
        },
    })
}

/// Run in a zone.
#[tool(input_schema = nested)]
fn zoned(place: Option<Value>) -> String {
    place.unwrap_or_default().to_string()
}

fn server(runs: &Arc<AtomicUsize>) -> Server {
    Server::builder("headers", "1.0")
        .state(Runs(Arc::clone(runs)))
        .tools(tools![run, other, zoned])
        .build()
        .unwrap()
}

struct Probe {
    site: Site,
    runs: Arc<AtomicUsize>,
}

impl Probe {
    async fn new() -> Self {
        let runs = Arc::default();
        Self { site: Site::start(&server(&runs)).await, runs }
    }

    async fn post(&self, headers: &[(&str, &str)], message: &Value) -> (u16, Value) {
        let mut response = self.site.post("/mcp", headers, message).await;
        (response.status, response.json().await)
    }

    /// Calls `run`; gives what it says, or the code that refused it.
    async fn run(&self, headers: &[(&str, &str)], arguments: &str) -> Result<String, i64> {
        self.call("run", headers, arguments).await
    }

    async fn call(&self, tool: &str, headers: &[(&str, &str)], arguments: &str) -> Result<String, i64> {
        let message = call(&json!({}), tool, json!("ARGUMENTS"), json!({})).to_string();
        let message = message.replace("\"ARGUMENTS\"", arguments);
        let mut all = vec![
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
            ("MCP-Protocol-Version", REVISION),
            ("Mcp-Method", "tools/call"),
            ("Mcp-Name", tool),
        ];
        all.extend_from_slice(headers);
        let before = self.runs.load(Ordering::SeqCst);
        let mut response = self.site.send("POST", "/mcp", &all, &message).await;
        let answer = response.json().await;
        if let Some(code) = answer["error"]["code"].as_i64() {
            assert_eq!(response.status, if code == -32020 { 400 } else { 200 }, "{answer}");
            assert_eq!(self.runs.load(Ordering::SeqCst), before, "it ran all the same");
            return Err(code);
        }
        Ok(answer["result"]["content"][0]["text"].as_str().unwrap().to_owned())
    }
}

const MISMATCH: i64 = -32020;

#[tokio::test]
async fn the_method_is_repeated_exactly() {
    let probe = Probe::new().await;
    let list = request(1, "tools/list", json!({}));
    let version = ("MCP-Protocol-Version", REVISION);
    for (headers, status) in [
        (&[version, ("Mcp-Method", "tools/list")][..], 200),
        (&[version, ("mcp-method", "tools/list")], 200),
        (&[version, ("MCP-METHOD", "  tools/list\t ")], 200),
        (&[("mcp-protocol-version", " 2026-07-28 "), ("Mcp-Method", "tools/list")], 200),
        (&[version], 400),
        (&[version, ("Mcp-Method", "")], 400),
        (&[version, ("Mcp-Method", "TOOLS/LIST")], 400),
        (&[version, ("Mcp-Method", "tools/call")], 400),
        (&[version, ("Mcp-Method", "tools/list, tools/call")], 400),
        (&[version, ("Mcp-Method", "tools/list"), ("Mcp-Method", "tools/list")], 400),
        (&[version, ("Mcp-Method", "tools/list"), ("mcp-method", "tools/call")], 400),
        (&[version, version, ("Mcp-Method", "tools/list")], 400),
        // Only names and arguments are encoded.
        (&[version, ("Mcp-Method", "=?base64?dG9vbHMvbGlzdA==?=")], 400),
        (&[version, ("Mcp-Method", "tools/lïst")], 400),
    ] {
        let (got, answer) = probe.post(headers, &list).await;
        assert_eq!(got, status, "{headers:?}: {answer}");
        if status == 400 {
            assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(MISMATCH), &json!(1)));
        }
    }
}

#[tokio::test]
async fn the_name_is_repeated_and_may_be_encoded() {
    let probe = Probe::new().await;
    let message = call(&json!({}), "other.tool", json!({}), json!({}));
    let with = [("MCP-Protocol-Version", REVISION), ("Mcp-Method", "tools/call")];
    for (names, fits) in [
        (&["other.tool"][..], true),
        (&["  other.tool "], true),
        (&["=?base64?b3RoZXIudG9vbA==?="], true),
        (&[], false),
        (&[""], false),
        (&["run"], false),
        (&["Other.Tool"], false),
        (&["other.tool", "other.tool"], false),
        (&["other.tool", "run"], false),
        // Base64 of another spelling, of something else, without its end, and as what it looks like.
        (&["=?base64?b3RoZXIudG9vbA=?="], false),
        (&["=?base64?b3RoZXIudG9vbA?="], false),
        (&["=?base64?b3RoZXIudG9v!A==?="], false),
        (&["=?BASE64?b3RoZXIudG9vbA==?="], false),
        (&["=?base64?cnVu?="], false),
        (&["=?base64?b3RoZXIudG9vbA=="], false),
        (&["b3RoZXIudG9vbA=="], false),
        (&["=?base64?/w==?="], false),
    ] {
        let mut headers = with.to_vec();
        headers.extend(names.iter().map(|name| ("Mcp-Name", *name)));
        let (status, answer) = probe.post(&headers, &message).await;
        assert_eq!(status, if fits { 200 } else { 400 }, "{names:?}: {answer}");
        assert_eq!(answer["error"]["code"] == MISMATCH, !fits);
    }
    for (method, key) in [("prompts/get", "name"), ("resources/read", "uri")] {
        let message = request(1, method, json!({key: "a b"}));
        for (name, status) in [("a b", 404), ("=?base64?YSBi?=", 404), ("c", 400)] {
            let headers = [("MCP-Protocol-Version", REVISION), ("Mcp-Method", method), ("Mcp-Name", name)];
            assert_eq!(probe.post(&headers, &message).await.0, status, "{method} {name}");
        }
    }
}

#[tokio::test]
async fn a_body_that_can_be_read_in_two_ways_is_no_way_around() {
    let probe = Probe::new().await;
    // What one reader of the body stumbles over, another one skips.
    for extra in [json!({"uri": 5}), json!({"uri": ["x"]}), json!({"taskId": 5}), json!({"uri": "run"})] {
        let message = call(&json!({}), "run", json!({}), extra.clone());
        let headers =
            [("MCP-Protocol-Version", REVISION), ("Mcp-Method", "tools/call"), ("Mcp-Name", "other.tool")];
        let (status, answer) = probe.post(&headers, &message).await;
        assert_eq!((status, &answer["error"]["code"]), (400, &json!(MISMATCH)), "{extra}");
        let (status, answer) = probe.post(&headers[..2], &message).await;
        assert_eq!((status, &answer["error"]["code"]), (400, &json!(MISMATCH)), "{extra}");
    }
    assert_eq!(probe.runs.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn arguments_are_repeated() {
    let probe = Probe::new().await;
    for (headers, arguments, expected) in [
        // Text.
        (&[("Mcp-Param-Region", "eu")][..], r#"{"region":"eu"}"#, Ok("Some(\"eu\") None None")),
        (&[("mcp-param-REGION", "  eu ")], r#"{"region":"eu"}"#, Ok("Some(\"eu\") None None")),
        (&[("Mcp-Param-Region", "=?base64?ZXU=?=")], r#"{"region":"eu"}"#, Ok("Some(\"eu\") None None")),
        (
            &[("Mcp-Param-Region", "=?base64?5pel5pys?=")],
            r#"{"region":"日本"}"#,
            Ok("Some(\"日本\") None None"),
        ),
        (&[("Mcp-Param-Region", "=?base64?IGV1?=")], r#"{"region":" eu"}"#, Ok("Some(\" eu\") None None")),
        (&[("Mcp-Param-Region", "")], r#"{"region":""}"#, Ok("Some(\"\") None None")),
        (&[("Mcp-Param-Region", "us")], r#"{"region":"eu"}"#, Err(MISMATCH)),
        (&[("Mcp-Param-Region", "EU")], r#"{"region":"eu"}"#, Err(MISMATCH)),
        (&[("Mcp-Param-Region", "eu")], r#"{"region":" eu"}"#, Err(MISMATCH)),
        (&[("Mcp-Param-Region", "=?base64?ZXU?=")], r#"{"region":"eu"}"#, Err(MISMATCH)),
        (&[("Mcp-Param-Region", "eu"), ("Mcp-Param-Region", "eu")], r#"{"region":"eu"}"#, Err(MISMATCH)),
        (&[("Mcp-Param-Region", "日本")], r#"{"region":"日本"}"#, Err(MISMATCH)),
        (&[], r#"{"region":"eu"}"#, Err(MISMATCH)),
        // Absent or null.
        (&[], "{}", Ok("None None None")),
        (&[], r#"{"region":null}"#, Ok("None None None")),
        (&[], "null", Ok("None None None")),
        (&[("Mcp-Param-Region", "eu")], "{}", Err(MISMATCH)),
        (&[("Mcp-Param-Region", "null")], r#"{"region":null}"#, Err(MISMATCH)),
        // Numbers by value.
        (&[("Mcp-Param-Nodes", "42")], r#"{"nodes":42}"#, Ok("None Some(42) None")),
        (&[("Mcp-Param-Nodes", "42.0")], r#"{"nodes":42}"#, Ok("None Some(42) None")),
        (&[("Mcp-Param-Nodes", "42")], r#"{"nodes":42.0}"#, Ok("None Some(42) None")),
        (&[("Mcp-Param-Nodes", "42.5")], r#"{"nodes":42}"#, Err(MISMATCH)),
        (&[("Mcp-Param-Nodes", "0x2a")], r#"{"nodes":42}"#, Err(MISMATCH)),
        (&[("Mcp-Param-Nodes", "NaN")], r#"{"nodes":42}"#, Err(MISMATCH)),
        (&[("Mcp-Param-Nodes", "")], r#"{"nodes":42}"#, Err(MISMATCH)),
        (&[("Mcp-Param-Nodes", "9007199254740993")], r#"{"nodes":9007199254740992}"#, Err(MISMATCH)),
        // Booleans in lower case.
        (&[("Mcp-Param-Dry", "true")], r#"{"dry":true}"#, Ok("None None Some(true)")),
        (&[("Mcp-Param-Dry", "false")], r#"{"dry":true}"#, Err(MISMATCH)),
        (&[("Mcp-Param-Dry", "True")], r#"{"dry":true}"#, Err(MISMATCH)),
        (&[("Mcp-Param-Dry", "1")], r#"{"dry":true}"#, Err(MISMATCH)),
        // A number as text is the number that it is taken for.
        (&[("Mcp-Param-Nodes", "5")], r#"{"nodes":"5"}"#, Ok("None Some(5) None")),
        (&[], r#"{"nodes":"5"}"#, Err(MISMATCH)),
        // One of a header that no argument has.
        (&[("Mcp-Param-Other", "x")], "{}", Ok("None None None")),
    ] {
        let got = probe.run(headers, arguments).await;
        assert_eq!(got.as_deref(), expected.as_ref().map(|text| *text), "{headers:?} {arguments}");
    }
}

#[tokio::test]
async fn an_argument_given_twice_is_not_two_arguments() {
    let probe = Probe::new().await;
    for region in ["us", "eu"] {
        let twice = r#"{"region":"us","region":"eu"}"#;
        let got = probe.run(&[("Mcp-Param-Region", region)], twice).await;
        // Whatever reader there is before, it read the same as the tool, or the tool has not run.
        let same = format!("Some(\"{region}\") None None");
        assert!(
            got.as_ref().map_or(true, |text| *text == same || text.contains("more than once")),
            "{region}: {got:?}"
        );
    }
}

#[tokio::test]
async fn arguments_inside_of_others_are_repeated() {
    let probe = Probe::new().await;
    let zone = ("Mcp-Param-Zone", "a");
    for (headers, arguments, runs) in [
        (&[zone][..], r#"{"place":{"zone":"a"}}"#, true),
        (&[], r#"{"place":{}}"#, true),
        (&[], r#"{"place":{"zone":null}}"#, true),
        (&[], "{}", true),
        (&[], r#"{"place":{"zone":"a"}}"#, false),
        (&[zone], r#"{"place":{"zone":"b"}}"#, false),
        (&[zone], r#"{"place":{}}"#, false),
        (&[zone], "{}", false),
        // An object in a string becomes one, so it has to be read as one.
        (&[], r#"{"place":"{\"zone\":\"a\"}"}"#, false),
        (&[("Mcp-Param-Zone", "b")], r#"{"place":"{\"zone\":\"a\"}"}"#, false),
    ] {
        let got = probe.call("zoned", headers, arguments).await;
        let ran = got.as_ref().is_ok_and(|text| text.starts_with('{') || text == "null");
        assert_eq!(ran, runs, "{headers:?} {arguments}: {got:?}");
    }
    let headers = [("MCP-Protocol-Version", REVISION), ("Mcp-Method", "tools/list")];
    let (_, list) = probe.post(&headers, &request(1, "tools/list", json!({}))).await;
    let tools = &list["result"]["tools"];
    assert_eq!(tools[0]["inputSchema"]["properties"]["region"]["x-mcp-header"], "Region");
    assert_eq!(tools[2]["inputSchema"], nested());
}

#[tokio::test]
async fn a_pipe_and_a_session_have_no_such_headers() {
    let runs = Arc::default();
    let mut pipe = Pipe::open(&server(&runs));
    let message = call(&json!({}), "run", json!({"region": "eu"}), json!({}));
    pipe.send(&message).await;
    assert_eq!(pipe.receive().await["result"]["content"][0]["text"], "Some(\"eu\") None None");

    let site = Site::start(&server(&runs)).await;
    let session = site.initialize("2025-11-25", json!({})).await;
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                      "params": {"name": "run", "arguments": {"region": "eu"}}});
    let headers = [("Mcp-Session-Id", &*session), ("Mcp-Param-Region", "us"), ("Mcp-Name", "x")];
    let answer = site.post("/mcp", &headers, &call).await.json().await;
    assert_eq!(answer["result"]["content"][0]["text"], "Some(\"eu\") None None");
}

#[test]
fn headers_that_clients_would_refuse_do_not_start() {
    fn listed() -> Value {
        json!({"type": "object", "properties": {
            "places": {"type": "array", "items": {"type": "object", "properties": {
                "zone": {"type": "string", "x-mcp-header": "Zone"}}}}}})
    }
    fn either() -> Value {
        json!({"type": "object", "anyOf": [
            {"properties": {"zone": {"type": "string", "x-mcp-header": "Zone"}}}]})
    }
    fn number() -> Value {
        json!({"type": "object", "properties": {"n": {"type": "number", "x-mcp-header": "N"}}})
    }
    fn spaced() -> Value {
        json!({"type": "object", "properties": {"n": {"type": "string", "x-mcp-header": "a b"}}})
    }
    fn not_text() -> Value {
        json!({"type": "object", "properties": {"n": {"type": "string", "x-mcp-header": 5}}})
    }
    fn harmless() -> Value {
        json!({"type": "object", "properties": {
            "x-mcp-header": {"type": "string"}, "n": {"enum": [{"x-mcp-header": "no schema"}]}}})
    }
    /// Take anything.
    #[tool(input_schema = listed)]
    fn in_list() {}
    /// Take anything.
    #[tool(input_schema = either)]
    fn in_union() {}
    /// Take anything.
    #[tool(input_schema = number)]
    fn of_number() {}
    /// Take anything.
    #[tool(input_schema = spaced)]
    fn with_space() {}
    /// Take anything.
    #[tool(input_schema = not_text)]
    fn of_number_name() {}
    /// Take anything.
    #[tool(input_schema = harmless)]
    fn fine() {}

    Server::builder("s", "1").tools(tools![fine]).build().unwrap();
    let error = Server::builder("s", "1")
        .tools(tools![in_list, in_union, of_number, with_space, of_number_name])
        .build()
        .unwrap_err();
    assert_eq!(error.problems().len(), 5, "{error}");
}
