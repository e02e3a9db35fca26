//! The routes over real sockets.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::net::SocketAddr;

use http::StatusCode;
use http_body_util::{BodyExt as _, Empty};
use hyper_util::rt::{TokioExecutor, TokioIo};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::__private::{Output, Source, Work};
use crate::{Ctx, Server, ServerBuilder, Tool, ToolResult};

/// A client that shows what is on the wire.
pub(crate) struct Client(BufReader<TcpStream>);

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HashMap<String, String>,
    pub(crate) body: String,
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr) -> Self {
        Self(BufReader::new(TcpStream::connect(address).await.unwrap()))
    }

    pub(crate) async fn send(&mut self, text: &str) {
        self.0.get_mut().write_all(text.as_bytes()).await.unwrap();
    }

    /// Reads an answer: its head, and its body where that has a length.
    pub(crate) async fn read(&mut self) -> Answer {
        let mut head = self.line().await;
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let mut headers = HashMap::new();
        loop {
            head = self.line().await;
            let Some((name, value)) = head.split_once(": ") else { break };
            headers.insert(name.to_ascii_lowercase(), value.to_owned());
        }
        let length = headers.get("content-length").map_or(0, |length| length.parse().unwrap());
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).await.unwrap();
        Answer { status, headers, body: String::from_utf8(body).unwrap() }
    }

    pub(crate) async fn ask(&mut self, method: &str, path: &str, headers: &[&str], body: &str) -> Answer {
        let mut text = format!("{method} {path} HTTP/1.1\r\n");
        if !headers.iter().any(|header| header.starts_with("Host")) {
            text.push_str("Host: localhost\r\n");
        }
        for header in headers {
            text.push_str(header);
            text.push_str("\r\n");
        }
        if !body.is_empty() {
            let _ = write!(text, "Content-Length: {}\r\n", body.len());
        }
        text.push_str("\r\n");
        text.push_str(body);
        self.send(&text).await;
        self.read().await
    }

    /// Reads until the server closes the connection.
    pub(crate) async fn rest(&mut self) -> String {
        let mut rest = Vec::new();
        self.0.read_to_end(&mut rest).await.unwrap();
        String::from_utf8(rest).unwrap()
    }

    async fn line(&mut self) -> String {
        let mut line = String::new();
        self.0.read_line(&mut line).await.unwrap();
        line.trim_end().to_owned()
    }
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {:?}", self.body))
    }
}

/// A server with a tool that answers and one that asks.
pub(crate) fn server(builder: ServerBuilder) -> Server {
    let source = Source { function: "probe", file: "here", line: 1 };
    let tools = [
        Tool::new("noon", "Tell the time.", source, |_, _| Work::Done(Output(Ok(ToolResult::text("noon"))))),
        Tool::new("asking", "Ask.", source, |_, _| panic!("must not run")).lent::<Ctx>("ctx"),
    ];
    builder.tools(tools).build().unwrap()
}

/// A server that runs until it is stopped.
struct Running {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    served: JoinHandle<Result<(), crate::ServeError>>,
}

async fn start(builder: ServerBuilder) -> Running {
    let bound = server(builder).bind("127.0.0.1:0").await.unwrap();
    let address = bound.local_addr();
    let (stop, stopped) = oneshot::channel();
    let serve = bound.serve().with_graceful_shutdown(async {
        let _ = stopped.await;
    });
    Running { address, stop, served: tokio::spawn(serve.into_future()) }
}

impl Running {
    async fn client(&self) -> Client {
        Client::connect(self.address).await
    }

    async fn stop(self) {
        self.stop.send(()).unwrap();
        self.served.await.unwrap().unwrap();
    }
}

fn builder() -> ServerBuilder {
    Server::builder("test", "1")
}

const JSON: &str = "Content-Type: application/json";

#[tokio::test]
async fn x01_a_tool_is_one_plain_request_away() {
    let running = start(builder()).await;
    let mut client = running.client().await;
    for (headers, body) in [
        (&[JSON][..], "{}"),
        (&["Content-Type: application/json; charset=utf-8"], "\u{FEFF}{}"),
        // `curl -d`
        (&["Content-Type: application/x-www-form-urlencoded"], "{}"),
        (&[], "null"),
        // No length either.
        (&[], ""),
    ] {
        let answer = client.ask("POST", "/tools/noon", headers, body).await;
        assert_eq!((answer.status, &*answer.body), (200, r#"{"result":"noon"}"#), "{headers:?}");
    }
    let answer = client.ask("POST", "/tools/nope", &[JSON], "{}").await;
    assert_eq!((answer.status, answer.json()["error"].as_str().unwrap()), (404, "unknown tool: nope"));
    assert_eq!(client.ask("GET", "/tools/noon", &[], "").await.status, 405);
    running.stop().await;
}

#[tokio::test]
async fn x02_a_tool_that_asks_needs_a_session() {
    let running = start(builder()).await;
    let mut client = running.client().await;
    assert_eq!(client.ask("POST", "/tools/asking", &[JSON], "{}").await.status, 409);
    // The guards come first.
    assert_eq!(client.ask("POST", "/tools/asking", &[JSON, "Host: evil.test"], "{}").await.status, 403);
    assert_eq!(client.ask("POST", "/tools/asking", &["Content-Type: text/plain"], "{}").await.status, 415);
    running.stop().await;
}

#[tokio::test]
async fn h03_the_type_of_a_body_counts_on_the_rest_route_too() {
    let running = start(builder()).await;
    let mut client = running.client().await;
    let page = "Origin: http://localhost:1";
    for headers in [
        &["Content-Type: text/plain"][..],
        &["Content-Type: application/x-www-form-urlencoded", page],
        &[page],
    ] {
        let answer = client.ask("POST", "/tools/noon", headers, "{}").await;
        assert_eq!(answer.status, 415, "{headers:?}");
        assert!(answer.json()["error"].is_string());
    }
    client.send("POST /tools/noon HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\n").await;
    client.0.get_mut().write_all(b"\xFF").await.unwrap();
    assert_eq!(client.read().await.status, 400);
    running.stop().await;
}

#[tokio::test]
async fn h04_other_hosts_and_origins_get_an_error_without_id() {
    let running = start(builder()).await;
    let mut client = running.client().await;
    for path in ["/mcp", "/tools/noon", "/openapi.json", "/", "/nowhere"] {
        for header in ["Host: evil.test", "Host: 0.0.0.0:8000", "Origin: https://evil.test", "Origin: null"] {
            let answer = client.ask("POST", path, &[header, JSON], "{}").await;
            assert_eq!(answer.status, 403, "{path} {header}");
            if path == "/tools/noon" {
                // As the REST route tells errors.
                assert!(answer.json()["error"].is_string(), "{header}");
            } else {
                assert_eq!(answer.json()["error"]["code"], -32600);
            }
            assert!(answer.json().get("id").is_none() && !answer.headers.contains_key("mcp-session-id"));
        }
    }
    running.stop().await;
}

#[tokio::test]
async fn h04_a_request_without_a_host_is_bad_since_http_1_1() {
    let running = start(builder()).await;
    let mut client = running.client().await;
    client.send("GET / HTTP/1.1\r\n\r\n").await;
    assert_eq!(client.read().await.status, 400);
    client.send("GET / HTTP/1.0\r\n\r\n").await;
    assert_eq!(client.read().await.status, 200);
    running.stop().await;
}

#[tokio::test]
async fn h06_a_page_can_read_every_answer() {
    let running = start(builder().cors(true).allow_origin("https://app.test").max_body(10)).await;
    let mut client = running.client().await;
    let page = "Origin: https://app.test";
    let preflight = client.ask("OPTIONS", "/mcp", &[page, "Access-Control-Request-Method: POST"], "").await;
    assert_eq!((preflight.status, &*preflight.body), (204, ""));
    for (status, answer) in [
        (204, preflight),
        (200, client.ask("POST", "/tools/noon", &[page, JSON], "{}").await),
        (403, client.ask("POST", "/tools/noon", &[page, JSON, "Host: evil.test"], "{}").await),
        (404, client.ask("GET", "/nowhere", &[page], "").await),
        (405, client.ask("PUT", "/mcp", &[page], "").await),
        (413, client.ask("POST", "/tools/noon", &[page, JSON], "{\"a\": 123456}").await),
    ] {
        assert_eq!(answer.status, status);
        assert_eq!(answer.headers["access-control-allow-origin"], "https://app.test", "{status}");
        assert_eq!(answer.headers["access-control-expose-headers"], "Mcp-Session-Id, WWW-Authenticate");
        assert!(!answer.headers.contains_key("access-control-allow-credentials"));
    }
    let evil = client.ask("OPTIONS", "/mcp", &["Origin: https://evil.test"], "").await;
    assert_eq!((evil.status, evil.headers.get("access-control-allow-origin")), (403, None));
    running.stop().await;
}

#[tokio::test]
async fn h09_a_body_that_is_too_large_leaves_the_connection_usable() {
    let running = start(builder().max_body(1000)).await;
    let mut client = running.client().await;
    let large = format!("{{\"a\": \"{}\"}}", "x".repeat(300_000));
    for _ in 0..3 {
        let answer = client.ask("POST", "/tools/noon", &[JSON], &large).await;
        assert_eq!(answer.status, 413);
        assert!(answer.json()["error"].as_str().unwrap().contains("1000 bytes"));
    }
    // Of unknown length.
    client.send("POST /tools/noon HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n").await;
    client.send(&format!("7d0\r\n{}\r\n0\r\n\r\n", "x".repeat(2000))).await;
    assert_eq!(client.read().await.status, 413);
    assert_eq!(client.ask("POST", "/tools/noon", &[JSON], "{}").await.status, 200);
    running.stop().await;
}

#[tokio::test]
async fn h10_both_forms_of_the_endpoint_answer_directly() {
    let running = start(builder().path_prefix("/a/b")).await;
    let mut client = running.client().await;
    for path in ["/mcp", "/mcp/", "/a/b/mcp", "/a/b/mcp/", "/a/b/mcp?key=1"] {
        for method in ["GET", "POST", "DELETE", "OPTIONS"] {
            let status = client.ask(method, path, &[], "").await.status;
            assert!(
                !(300..400).contains(&status) && status != 404 && status != 405,
                "{method} {path}: {status}"
            );
        }
    }
    let answer = client.ask("PUT", "/mcp", &[], "").await;
    assert_eq!((answer.status, &*answer.headers["allow"]), (405, "GET, POST, DELETE, OPTIONS"));
    for path in ["/", "/a/b", "/a/b/", "/openapi.json", "/a/b/.well-known/mcp.json"] {
        assert_eq!(client.ask("GET", path, &[], "").await.status, 200, "{path}");
    }
    assert_eq!(client.ask("GET", "/favicon.ico", &[], "").await.status, 204);
    client.send("HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").await;
    let head = client.rest().await;
    assert!(head.starts_with("HTTP/1.1 200") && head.ends_with("\r\n\r\n"), "{head}");
    running.stop().await;
}

#[tokio::test]
async fn http2_is_spoken_where_the_client_begins_with_it() {
    let running = start(builder()).await;
    let stream = TcpStream::connect(running.address).await.unwrap();
    let (mut sender, connection) =
        hyper::client::conn::http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
    let connection = tokio::spawn(connection);
    let uri = format!("http://localhost:{}/tools/noon", running.address.port());
    let request = http::Request::post(uri).body(Empty::<bytes::Bytes>::new()).unwrap();
    let response = sender.send_request(request).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.into_body().collect().await.unwrap().to_bytes(), r#"{"result":"noon"}"#);
    running.stop().await;
    drop(sender);
    connection.await.unwrap().unwrap();
}

#[tokio::test]
async fn what_cannot_be_bound_is_named() {
    let running = start(builder()).await;
    let error = server(builder()).serve(running.address).await.unwrap_err();
    assert_eq!(error.to_string(), format!("cannot listen on {}", running.address));
    let error = server(builder()).bind("no port").await.unwrap_err();
    assert_eq!(error.to_string(), "cannot resolve the address to listen on");
    running.stop().await;
}
