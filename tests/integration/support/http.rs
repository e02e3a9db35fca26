//! A client over sockets.

use std::net::SocketAddr;

use nanohub_mcp::Server;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

/// A server on a port of its own.
pub struct Site {
    pub address: SocketAddr,
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

async fn send_on(
    mut stream: TcpStream,
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Response {
    let mut head = format!("{method} {path} HTTP/1.1\r\n");
    if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
        head.push_str(&format!("Host: {address}\r\n"));
    }
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str(&format!("Content-Length: {}\r\n\r\n", body.len()));
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(body.as_bytes()).await.unwrap();
    Response::read(stream).await
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

    /// The next event's data; `None` at the end of the stream. Comments are passed over.
    pub async fn event(&mut self) -> Option<Value> {
        loop {
            let event = self.raw_event().await?;
            let data: Vec<&str> = event.lines().filter_map(|line| line.strip_prefix("data:")).collect();
            let data = data.join("\n");
            if data.trim().is_empty() {
                continue;
            }
            return Some(serde_json::from_str(data.trim()).unwrap_or_else(|error| panic!("{error}: {data}")));
        }
    }

    /// The next event, or comment, as it is on the wire; `None` at the end of the stream.
    pub async fn raw_event(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.events.windows(2).position(|pair| pair == b"\n\n") {
                let event: Vec<u8> = self.events.drain(..end + 2).collect();
                return Some(String::from_utf8(event).unwrap());
            }
            let more = self.more().await?;
            self.events.extend(more);
        }
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
