//! A client on a pipe.

use nanohub_mcp::Server;
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf, duplex,
    split,
};
use tokio::task::JoinHandle;

pub struct Pipe {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    write: Option<WriteHalf<DuplexStream>>,
    pub served: JoinHandle<std::io::Result<()>>,
}

impl Pipe {
    pub fn open(server: &Server) -> Self {
        Self::with_capacity(server, 1 << 20)
    }

    /// A pipe that holds only so many bytes.
    pub fn with_capacity(server: &Server, capacity: usize) -> Self {
        let (client, end) = duplex(capacity);
        let (read, write) = split(end);
        let server = server.clone();
        let running = tokio::spawn(async move { server.serve_io(read, write).await });
        let (read, write) = split(client);
        Self { lines: BufReader::new(read).lines(), write: Some(write), served: running }
    }

    pub async fn initialized(server: &Server, revision: &str, capabilities: Value) -> Self {
        let mut pipe = Self::open(server);
        pipe.send(&json!({"jsonrpc": "2.0", "id": "init", "method": "initialize", "params": {
            "protocolVersion": revision, "capabilities": capabilities,
            "clientInfo": {"name": "test", "version": "1"},
        }}))
        .await;
        let answer = pipe.receive().await;
        assert_eq!(answer["result"]["protocolVersion"], revision, "{answer}");
        pipe.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
        pipe
    }

    pub async fn send(&mut self, message: &Value) {
        self.send_raw(format!("{message}\n").as_bytes()).await;
    }

    pub async fn send_raw(&mut self, bytes: &[u8]) {
        let write = self.write.as_mut().expect("the pipe is open");
        write.write_all(bytes).await.unwrap();
        write.flush().await.unwrap();
    }

    /// The next line as it is on the wire.
    pub async fn receive_raw(&mut self) -> String {
        self.lines.next_line().await.unwrap().expect("the server is there")
    }

    pub async fn receive(&mut self) -> Value {
        let line = self.receive_raw().await;
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    /// The next message, or `None` where the server closed its end.
    pub async fn try_receive(&mut self) -> Option<Value> {
        let line = self.lines.next_line().await.unwrap()?;
        Some(serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}")))
    }

    /// Sends a request and gives its answer, for servers that say nothing in between.
    pub async fn request(&mut self, id: impl Into<Value>, method: &str, params: Value) -> Value {
        let id = id.into();
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})).await;
        let answer = self.receive().await;
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// Goes away without a word, reading no more, and waits for the server's end.
    pub async fn leave(self) -> std::io::Result<()> {
        let Self { lines, write, served } = self;
        drop((lines, write));
        served.await.unwrap()
    }

    /// Closes the client's end; what the server still says can be read.
    pub async fn close(&mut self) {
        if let Some(mut write) = self.write.take() {
            write.shutdown().await.unwrap();
        }
    }
}
