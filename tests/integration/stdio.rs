//! stdio: lines, noise, ends, and a real process.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use nanohub_mcp::{Ctx, Server, tool, tools};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};

use crate::support::client::text;
use crate::support::gate::Gate;
use crate::support::lines::Pipe;

/// Say what was said, so many times.
#[tool]
fn repeat(text: String, times: usize) -> String {
    text.repeat(times)
}

/// Go on for as long as the test wants.
#[tool]
async fn hold(gate: &Gate) -> String {
    let _guard = gate.enter();
    gate.pass().await;
    "held".into()
}

/// Go on for as long as the test wants, on a thread.
#[tool]
fn block(_ctx: &Ctx, gate: &Gate) -> String {
    let _guard = gate.enter();
    gate.pass_blocking();
    "blocked".into()
}

/// Ask.
#[tool]
async fn ask(ctx: &Ctx) -> String {
    ctx.confirm("Sure?").await.map_or_else(|error| error.to_string(), |answer| answer.to_string())
}

/// Print to where it does not belong.
#[tool(inline)]
#[allow(clippy::print_stdout, reason = "that is the point")]
fn print() -> String {
    println!("{{\"jsonrpc\":\"2.0\",\"method\":\"from/println\"}}");
    print!("and no end of line");
    "printed".into()
}

/// Write to where it does not belong, past the standard library's lock and buffer.
#[tool]
fn print_from_a_child() -> String {
    let status = Command::new("echo").arg("from a child").status().unwrap();
    status.to_string()
}

/// Panic.
#[tool]
async fn fail() -> String {
    panic!("on purpose")
}

fn server(gate: &Gate) -> Server {
    let tools = tools![repeat, hold, block, ask, print, print_from_a_child, fail];
    Server::builder("stdio", "1").state(gate.clone()).tools(tools).build().unwrap()
}

/// How long an end may take: a second, and more where the machine is busy with other tests.
const PROMPTLY: Duration = Duration::from_secs(3);

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#;

#[tokio::test]
async fn t01_noise_does_not_end_the_session() {
    let noises: [&[u8]; 10] = [
        b"not json\n",
        b"\n",
        b"\r\n",
        b"\xFF\xFE\n",
        b"Content-Length: 20\r\n\r\n",
        b"{\n  \"jsonrpc\": \"2.0\",\n  \"id\": 1,\n  \"method\": \"ping\"\n}\n",
        b"\xEF\xBB\xBF\n",
        b"\0\n",
        b"{\"jsonrpc\":\n",
        b"   \t \n",
    ];
    for noise in noises {
        let mut pipe = Pipe::open(&server(&Gate::new()));
        pipe.send_raw(noise).await;
        pipe.send_raw(format!("\u{FEFF}{INITIALIZE}\r\n").as_bytes()).await;
        assert_eq!(pipe.receive().await["id"], "init", "{noise:?}");
        pipe.send_raw(noise).await;
        assert_eq!(pipe.request(1, "ping", json!({})).await["result"], json!({}), "{noise:?}");
    }
}

#[tokio::test]
async fn t01_a_line_that_is_too_long_is_refused_once() {
    let server = Server::builder("short", "1").max_body(1000).build().unwrap();
    let mut pipe = Pipe::initialized(&server, "2025-11-25", json!({})).await;
    pipe.send_raw(format!("{}\n", "x".repeat(300_000)).as_bytes()).await;
    let refusal = pipe.receive().await;
    assert_eq!((refusal.get("id"), &refusal["error"]["code"]), (None, &json!(-32600)));
    assert_eq!(pipe.request(1, "ping", json!({})).await["result"], json!({}));
}

#[tokio::test]
async fn t06_large_answers_in_parallel_come_whole_to_a_slow_reader() {
    let mut pipe = Pipe::with_capacity(&server(&Gate::new()), 1000);
    pipe.send_raw(format!("{INITIALIZE}\n").as_bytes()).await;
    pipe.receive().await;
    for id in 0..200 {
        let arguments = json!({"text": "line\nend\u{2028}", "times": 6000});
        let params = json!({"name": "repeat", "arguments": arguments});
        pipe.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})).await;
    }
    let mut seen = [false; 200];
    for _ in 0..200 {
        tokio::task::yield_now().await;
        let line = pipe.receive_raw().await;
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert!(text(&answer["result"]).len() >= 64 << 10);
        let id = usize::try_from(answer["id"].as_u64().unwrap()).unwrap();
        assert!(!std::mem::replace(&mut seen[id], true));
    }
    pipe.close().await;
    assert!(pipe.try_receive().await.is_none());
}

#[tokio::test]
async fn t07_a_message_is_one_line() {
    let mut pipe = Pipe::initialized(&server(&Gate::new()), "2025-11-25", json!({})).await;
    // The last line needs no end.
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"repeat","arguments":{"text":"\n","times":3}}}"#;
    pipe.send_raw(call.as_bytes()).await;
    pipe.close().await;
    assert_eq!(
        pipe.receive_raw().await,
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"\n\n\n"}]}}"#
    );
    assert!(pipe.try_receive().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn t04_a_call_may_finish_after_the_end() {
    let gate = Gate::new();
    let mut pipe = Pipe::initialized(&server(&gate), "2025-11-25", json!({})).await;
    pipe.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "hold"}})).await;
    gate.begun().await;
    pipe.close().await;
    tokio::time::sleep(Duration::from_secs(4)).await;
    gate.open();
    assert_eq!(text(&pipe.receive().await["result"]), "held");
    assert!(pipe.try_receive().await.is_none());
    pipe.served.await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn t04_a_call_that_does_not_finish_is_dropped() {
    let gate = Gate::new();
    let mut pipe = Pipe::initialized(&server(&gate), "2025-11-25", json!({})).await;
    pipe.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "hold"}})).await;
    gate.begun().await;
    let end = tokio::time::Instant::now();
    pipe.close().await;
    assert!(pipe.try_receive().await.is_none());
    pipe.served.await.unwrap().unwrap();
    gate.gone().await;
    assert!(!gate.has_passed() && end.elapsed() < Duration::from_secs(6));
}

#[tokio::test]
async fn t04_a_thread_that_does_not_finish_is_left() {
    let gate = Gate::new();
    let mut pipe = Pipe::initialized(&server(&gate), "2025-11-25", json!({})).await;
    pipe.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "block"}})).await;
    gate.begun().await;
    // Tokio does not move paused time while a thread of its pool runs.
    tokio::time::pause();
    let end = tokio::time::Instant::now();
    pipe.close().await;
    let over = async {
        pipe.try_receive().await;
        (&mut pipe.served).await.unwrap().unwrap();
    };
    let mut over = std::pin::pin!(over);
    while futures::poll!(&mut over).is_pending() {
        assert!(end.elapsed() < Duration::from_secs(60), "the end waits for the thread");
        tokio::time::advance(Duration::from_millis(100)).await;
        tokio::task::yield_now().await;
    }
    gate.open();
}

#[tokio::test]
async fn t04_whoever_is_asked_at_the_end_will_not_answer() {
    let mut pipe = Pipe::initialized(&server(&Gate::new()), "2025-11-25", json!({"elicitation": {}})).await;
    pipe.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "ask"}})).await;
    assert_eq!(pipe.receive().await["method"], "elicitation/create");
    let end = Instant::now();
    pipe.close().await;
    let answer = pipe.receive().await;
    assert_eq!(answer["id"], 1);
    assert!(!text(&answer["result"]).contains("true"));
    assert!(pipe.try_receive().await.is_none());
    pipe.served.await.unwrap().unwrap();
    assert!(end.elapsed() < PROMPTLY);
}

#[tokio::test]
async fn t04_a_client_that_reads_no_more_ends_the_service() {
    let gate = Gate::new();
    let server = Server::builder("stdio", "1")
        .state(gate.clone())
        .tools(tools![hold])
        .max_sessions(1)
        .build()
        .unwrap();
    for _ in 0..3 {
        // The session's place is free again each time.
        let mut pipe = Pipe::initialized(&server, "2025-11-25", json!({})).await;
        pipe.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "hold"}}))
            .await;
        gate.begun().await;
        pipe.send(&json!({"jsonrpc": "2.0", "id": 2, "method": "ping"})).await;
        pipe.leave().await.unwrap();
        gate.gone().await;
        assert!(!gate.has_passed());
    }
}

#[tokio::test(start_paused = true)]
async fn t04_a_client_that_stops_to_read_does_not_hold_up_the_end() {
    let mut pipe = Pipe::with_capacity(&server(&Gate::new()), 1000);
    pipe.send_raw(format!("{INITIALIZE}\n").as_bytes()).await;
    let params = json!({"name": "repeat", "arguments": {"text": "x", "times": 10_000}});
    pipe.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})).await;
    pipe.close().await;
    pipe.served.await.unwrap().unwrap();
}

/// Not a test of its own: what the tests below run as a process, the way a program would.
#[test]
fn child() {
    if std::env::var_os("NANOHUB_MCP_TEST_CHILD").is_none() {
        return;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        tokio::spawn(async {
            loop {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        });
        server(&Gate::new()).serve_stdio().await.unwrap();
    });
    drop(runtime);
    std::process::exit(0);
}

/// This binary, as a server on stdio.
fn program() -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    // The harness says on stdout what it runs: the first lines are its own.
    command.args(["--exact", "stdio::child", "--nocapture"]).env("NANOHUB_MCP_TEST_CHILD", "1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

struct Process {
    child: tokio::process::Child,
    stdin: Option<tokio::process::ChildStdin>,
    stdout: tokio::io::Lines<BufReader<tokio::process::ChildStdout>>,
}

impl Process {
    async fn start() -> Self {
        let mut child = tokio::process::Command::from(program()).kill_on_drop(true).spawn().unwrap();
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut this = Self { child, stdin, stdout };
        this.send(INITIALIZE).await;
        loop {
            let line = this.stdout.next_line().await.unwrap().unwrap();
            // With one thread the harness leaves its line open.
            if line.ends_with('}') && line.contains(r#""id":"init""#) {
                return this;
            }
        }
    }

    async fn send(&mut self, line: &str) {
        self.stdin.as_mut().unwrap().write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    async fn call(&mut self, id: u32, tool: &str) -> Value {
        self.send(
            &json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool}})
                .to_string(),
        )
        .await;
        let line = self.stdout.next_line().await.unwrap().unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!(answer["id"], id);
        answer["result"].clone()
    }

    /// Closes stdin: what else comes, and how long it takes.
    async fn end(mut self) -> (Vec<String>, String) {
        let since = Instant::now();
        drop(self.stdin.take());
        let mut rest = Vec::new();
        while let Some(line) = self.stdout.next_line().await.unwrap() {
            rest.push(line);
        }
        let output = self.child.wait_with_output().await.unwrap();
        assert!(output.status.success(), "{output:?}");
        assert!(since.elapsed() < PROMPTLY, "{:?}", since.elapsed());
        (rest, String::from_utf8(output.stderr).unwrap())
    }
}

#[tokio::test]
async fn t03_what_tools_print_goes_to_stderr() {
    let mut process = Process::start().await;
    for (id, tool, said) in
        [(1, "print", "printed"), (2, "print_from_a_child", "exit status: 0"), (3, "print", "printed")]
    {
        assert_eq!(text(&process.call(id, tool).await), said);
    }
    assert_eq!(process.call(4, "fail").await["isError"], true);
    let (rest, stderr) = process.end().await;
    assert_eq!(rest, [""; 0]);
    for said in ["from/println", "and no end of line", "from a child", "on purpose"] {
        assert!(stderr.contains(said), "{said} is not in {stderr}");
    }
}

#[tokio::test]
async fn t04_a_process_ends_with_its_stdin() {
    let process = Process::start().await;
    process.end().await;
    let mut command = program();
    command.stdin(Stdio::null());
    let since = Instant::now();
    assert!(tokio::process::Command::from(command).output().await.unwrap().status.success());
    assert!(since.elapsed() < PROMPTLY);
}

#[test]
fn t04_a_process_ends_with_its_reader() {
    let mut process = program().spawn().unwrap();
    drop(process.stdout.take());
    let mut stdin = process.stdin.take().unwrap();
    // It may have gone already.
    let _ = stdin.write_all(format!("{INITIALIZE}\n").as_bytes());
    let since = Instant::now();
    while process.try_wait().unwrap().is_none() {
        assert!(since.elapsed() < Duration::from_secs(5), "it goes on without a reader");
        std::thread::sleep(Duration::from_millis(5));
    }
}
