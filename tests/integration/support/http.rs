//! A client over sockets.

use std::fmt::Write as _;
use std::net::SocketAddr;

use nanohub_mcp::Server;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A server on a port of its own.
pub struct Site {
    pub address: SocketAddr,
}

/// A server that can be told to stop.
pub struct Stoppable {
    pub site: Site,
    stop: oneshot::Sender<()>,
    served: JoinHandle<()>,
}

impl Stoppable {
    pub async fn start(server: &Server) -> Self {
        let bound = server.bind("127.0.0.1:0").await.unwrap();
        let site = Site { address: bound.local_addr() };
        let (stop, stopped) = oneshot::channel();
        let serve = bound.serve().with_graceful_shutdown(async {
            let _ = stopped.await;
        });
        Self { site, stop, served: tokio::spawn(async { serve.await.unwrap() }) }
    }

    /// Returns once the server has ended.
    pub async fn stop(self) {
        self.stop.send(()).unwrap();
        self.served.await.unwrap();
    }
}

impl Site {
    pub async fn start(server: &Server) -> Self {
        let bound = server.bind("127.0.0.1:0").await.unwrap();
        let address = bound.local_addr();
        tokio::spawn(async move { bound.serve().await.unwrap() });
        Self { address }
    }

    /// Sends a request on a connection of its own, with the headers that the client needs.
    pub async fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Response {
        let stream = TcpStream::connect(self.address).await.unwrap();
        send_on(stream, self.address, method, path, headers, body).await
    }

    pub async fn post(&self, path: &str, headers: &[(&str, &str)], body: &Value) -> Response {
        let mut all =
            vec![("Content-Type", "application/json"), ("Accept", "application/json, text/event-stream")];
        all.extend_from_slice(headers);
        self.send("POST", path, &all, &body.to_string()).await
    }

    /// Posts a request that names its own revision, with the headers that repeat it.
    pub async fn stateless(&self, method: &str, name: &str, message: &Value) -> Response {
        let headers = [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", method), ("Mcp-Name", name)];
        self.post("/mcp", &headers, message).await
    }

    /// Posts a request and leaves its response to be read.
    pub async fn begin_stateless(&self, method: &str, name: &str, message: &Value) -> Connection {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let headers = [
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
            ("MCP-Protocol-Version", "2026-07-28"),
            ("Mcp-Method", method),
            ("Mcp-Name", name),
        ];
        write(&mut stream, self.address, "POST", "/mcp", &headers, &message.to_string()).await;
        Connection(Some(stream))
    }

    /// Posts a message of a session.
    pub async fn say(&self, session: &str, message: &Value) -> Response {
        self.post("/mcp", &[("Mcp-Session-Id", session)], message).await
    }

    /// Calls a tool in a session.
    pub async fn call(&self, session: &str, id: impl Into<Value>, tool: &str, arguments: Value) -> Response {
        let id = id.into();
        let params = json!({"name": tool, "arguments": arguments});
        let message = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params});
        self.say(session, &message).await
    }

    /// Gives the server time to see what happened on its connections: what it reads before, it reads first.
    pub async fn settle(&self) {
        let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"});
        for _ in 0..10 {
            assert_eq!(self.post("/mcp", &[], &ping).await.status, 200);
        }
    }

    /// Opens the stream of a session.
    pub async fn listen(&self, session: &str) -> Response {
        self.send("GET", "/mcp", &[("Mcp-Session-Id", session), ("Accept", "text/event-stream")], "").await
    }

    pub async fn initialize(&self, revision: &str, capabilities: Value) -> String {
        let message = json!({"jsonrpc": "2.0", "id": "init", "method": "initialize", "params": {
            "protocolVersion": revision, "capabilities": capabilities,
            "clientInfo": {"name": "test", "version": "1"},
        }});
        let mut response = self.post("/mcp", &[], &message).await;
        assert_eq!(response.status, 200);
        let session = response.header("mcp-session-id").expect("a session").to_owned();
        assert_eq!(response.json().await["result"]["protocolVersion"], revision);
        let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        let response = self.post("/mcp", &[("Mcp-Session-Id", &session)], &initialized).await;
        assert_eq!(response.status, 202);
        session
    }
}

/// A connection whose response is still to be read.
pub struct Connection(Option<TcpStream>);

impl Connection {
    pub async fn response(&mut self) -> Response {
        Response::read(self.0.take().expect("it is read once")).await
    }
}

async fn send_on(
    mut stream: TcpStream,
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Response {
    write(&mut stream, address, method, path, headers, body).await;
    Response::read(stream).await
}

async fn write(
    stream: &mut TcpStream,
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) {
    let mut head = format!("{method} {path} HTTP/1.1\r\n");
    if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
        let _ = write!(head, "Host: {address}\r\n");
    }
    for (name, value) in headers {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    let _ = write!(head, "Content-Length: {}\r\n\r\n", body.len());
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(body.as_bytes()).await.unwrap();
}

/// A response whose body may still be coming.
pub struct Response {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    stream: BufReader<TcpStream>,
    /// What is left of the body, where its length is known; of the chunk, where it is chunked.
    left: usize,
    chunked: bool,
    ended: bool,
    events: Vec<u8>,
}

impl Response {
    pub async fn read(stream: TcpStream) -> Self {
        let mut stream = BufReader::new(stream);
        let mut line = String::new();
        stream.read_line(&mut line).await.unwrap();
        let status =
            line.split(' ').nth(1).unwrap_or_else(|| panic!("no status in {line:?}")).parse().unwrap();
        let mut headers = Vec::new();
        loop {
            line.clear();
            stream.read_line(&mut line).await.unwrap();
            let Some((name, value)) = line.trim_end().split_once(':') else { break };
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        let mut response =
            Self { status, headers, stream, left: 0, chunked: false, ended: false, events: Vec::new() };
        response.chunked = response.header("transfer-encoding") == Some("chunked");
        if let Some(length) = response.header("content-length") {
            response.left = length.parse().unwrap();
        }
        response
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| &**value)
    }

    pub fn is_events(&self) -> bool {
        self.header("content-type") == Some("text/event-stream")
    }

    /// More of the body, or `None` at its end.
    async fn more(&mut self) -> Option<Vec<u8>> {
        if self.ended {
            return None;
        }
        if self.chunked && self.left == 0 {
            let mut line = String::new();
            // A connection that breaks off ends the body as well.
            if self.stream.read_line(&mut line).await.ok()? == 0 {
                return None;
            }
            self.left =
                usize::from_str_radix(line.trim(), 16).unwrap_or_else(|_| panic!("no length: {line:?}"));
            if self.left == 0 {
                self.ended = true;
                return None;
            }
            let mut chunk = vec![0; self.left + 2];
            self.stream.read_exact(&mut chunk).await.ok()?;
            chunk.truncate(self.left);
            self.left = 0;
            return Some(chunk);
        }
        if self.left == 0 {
            return None;
        }
        let mut rest = vec![0; self.left];
        self.stream.read_exact(&mut rest).await.unwrap();
        self.left = 0;
        Some(rest)
    }

    /// The next piece of the body as it comes, comments and all.
    pub async fn piece(&mut self) -> Option<String> {
        self.more().await.map(|piece| String::from_utf8(piece).unwrap())
    }

    pub async fn text(&mut self) -> String {
        let mut body = std::mem::take(&mut self.events);
        while let Some(more) = self.more().await {
            body.extend(more);
        }
        String::from_utf8(body).unwrap()
    }

    pub async fn json(&mut self) -> Value {
        let text = self.text().await;
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// The next event or comment as it is on the wire; `None` at the end of the stream.
    pub async fn block(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.events.windows(2).position(|pair| pair == b"\n\n") {
                let block: Vec<u8> = self.events.drain(..end + 2).collect();
                return Some(String::from_utf8(block).unwrap());
            }
            let more = self.more().await?;
            self.events.extend(more);
        }
    }

    /// The next event's data; `None` at the end of the stream. Comments are passed over.
    pub async fn event(&mut self) -> Option<Value> {
        loop {
            let event = self.block().await?;
            let data: Vec<&str> = event.lines().filter_map(|line| line.strip_prefix("data:")).collect();
            let data = data.join("\n");
            if data.trim().is_empty() {
                continue;
            }
            return Some(serde_json::from_str(data.trim()).unwrap_or_else(|error| panic!("{error}: {data}")));
        }
    }

    /// The answer to a request that says nothing else.
    pub async fn answer(&mut self) -> Value {
        let answer = self.message().await.unwrap_or_else(|| panic!("no answer, status {}", self.status));
        if self.is_events() {
            assert_eq!(self.message().await, None);
        }
        answer
    }

    /// All messages: the events of a stream, or the one of a JSON body.
    pub async fn message(&mut self) -> Option<Value> {
        if self.is_events() {
            return self.event().await;
        }
        if self.left == 0 && !self.chunked {
            return None;
        }
        Some(self.json().await)
    }
}
