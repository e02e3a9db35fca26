//! One client of a session, over either transport.

use std::sync::Arc;

use nanohub_mcp::Server;
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::support::http::Site;
use crate::support::lines::Pipe;

/// The transports of the session era.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Http,
    Stdio,
}

pub const WAYS: [Way; 2] = [Way::Http, Way::Stdio];

/// A client that has initialised its session. All messages to it come in one queue.
pub enum Client {
    Http {
        site: Arc<Site>,
        session: Arc<str>,
        sender: UnboundedSender<Value>,
        receiver: UnboundedReceiver<Value>,
    },
    Stdio(Box<Pipe>),
}

impl Client {
    pub async fn open(server: &Server, way: Way, revision: &str, capabilities: Value) -> Self {
        match way {
            Way::Http => {
                let site = Site::start(server).await;
                let session = site.initialize(revision, capabilities).await.into();
                let (sender, receiver) = unbounded_channel();
                Self::Http { site: Arc::new(site), session, sender, receiver }
            }
            Way::Stdio => Self::Stdio(Box::new(Pipe::initialized(server, revision, capabilities).await)),
        }
    }

    /// Sends a message. Over HTTP, what is no request was accepted once this returns; the responses of
    /// requests come in as they may.
    pub async fn send(&mut self, message: &Value) {
        match self {
            Self::Http { site, session, sender, .. } => {
                if message["method"].is_null() || message["id"].is_null() {
                    let mut response = site.say(session, message).await;
                    assert_eq!((response.status, &*response.text().await), (202, ""), "{message}");
                    return;
                }
                let (site, session, sender) = (Arc::clone(site), Arc::clone(session), sender.clone());
                let message = message.clone();
                tokio::spawn(async move {
                    let mut response = site.say(&session, &message).await;
                    while let Some(message) = response.message().await {
                        let is_one = !response.is_events();
                        let _ = sender.send(message);
                        if is_one {
                            break;
                        }
                    }
                });
            }
            Self::Stdio(pipe) => pipe.send(message).await,
        }
    }

    pub async fn receive(&mut self) -> Value {
        match self {
            Self::Http { receiver, .. } => receiver.recv().await.unwrap(),
            Self::Stdio(pipe) => pipe.receive().await,
        }
    }

    /// Calls a tool, without waiting for anything.
    pub async fn call(&mut self, id: impl Into<Value>, tool: &str, arguments: Value) {
        self.call_with(id, json!({"name": tool, "arguments": arguments})).await;
    }

    pub async fn call_with(&mut self, id: impl Into<Value>, params: Value) {
        let id = id.into();
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})).await;
    }

    /// Sends a request and gives the message that follows.
    pub async fn request(&mut self, id: impl Into<Value>, method: &str, params: Value) -> Value {
        let id = id.into();
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})).await;
        let answer = self.receive().await;
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// Calls a tool that says nothing but its result.
    pub async fn result(&mut self, id: impl Into<Value>, tool: &str, arguments: Value) -> Value {
        let mut answer = self.request(id, "tools/call", json!({"name": tool, "arguments": arguments})).await;
        assert!(answer["error"].is_null(), "{answer}");
        answer["result"].take()
    }

    /// Answers a question of the server's.
    pub async fn answer(&mut self, question: &Value, result: Value) {
        self.send(&json!({"jsonrpc": "2.0", "id": question["id"], "result": result})).await;
    }

    pub async fn cancel(&mut self, id: impl Into<Value>) {
        let params = json!({"requestId": id.into()});
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})).await;
    }

    /// That nothing has come: whatever was sent before is dealt with by the time that a ping is answered.
    pub async fn expect_silence(&mut self) {
        for id in ["silence-1", "silence-2"] {
            assert_eq!(self.request(id, "ping", json!({})).await["result"], json!({}));
        }
    }
}

/// The text of a result.
pub fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no text: {result}"))
}
