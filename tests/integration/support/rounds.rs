//! A client without a session that goes through its rounds by hand.

use nanohub_mcp::Server;
use serde_json::{Value, json};

use crate::support::http::{Response, Site};
use crate::support::script::stateless_meta;

/// The name of the revision, by which most headers begin.
pub const REVISION: &str = "2026-07-28";

pub struct Client {
    pub site: Site,
    pub capabilities: Value,
}

impl Client {
    pub async fn of(server: &Server) -> Self {
        Self {
            site: Site::start(server).await,
            capabilities: json!({"elicitation": {"form": {}, "url": {}}}),
        }
    }

    /// Calls a tool; `more` goes into the parameters as it is.
    pub async fn call(&self, tool: &str, arguments: Value, more: Value) -> Answer {
        let mut response = self.open(tool, arguments, more).await;
        let status = response.status;
        loop {
            let message = response.message().await.expect("an answer before the end");
            if message.get("id").is_some() {
                return Answer { status, message };
            }
        }
    }

    /// Calls a tool, leaving its answer to come.
    pub async fn open(&self, tool: &str, arguments: Value, more: Value) -> Response {
        self.site.stateless("tools/call", tool, &call(&self.capabilities, tool, arguments, more)).await
    }

    /// Begins a call.
    pub async fn begin(&self, tool: &str) -> Answer {
        self.call(tool, json!({}), json!({})).await
    }

    /// Goes on with a call that asked.
    pub async fn go_on(&self, tool: &str, asked: &Answer, answers: Value) -> Answer {
        self.call(tool, json!({}), asked.reply(answers)).await
    }
}

/// The request of a call.
pub fn call(capabilities: &Value, tool: &str, arguments: Value, more: Value) -> Value {
    let mut params =
        json!({"name": tool, "arguments": arguments, "_meta": stateless_meta(capabilities.clone())});
    for (key, value) in more.as_object().expect("members") {
        params[key] = value.clone();
    }
    json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
}

/// A request of the stateless era.
pub fn request(id: impl Into<Value>, method: &str, params: Value) -> Value {
    let mut params = params;
    params["_meta"] = stateless_meta(json!({}));
    json!({"jsonrpc": "2.0", "id": id.into(), "method": method, "params": params})
}

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub message: Value,
}

impl Answer {
    pub fn text(&self) -> &str {
        self.message["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no text: {self:?}"))
    }

    pub fn is_error(&self) -> bool {
        self.message["result"]["isError"] == true
    }

    /// The code of an error, 0 for none.
    pub fn code(&self) -> i64 {
        self.message["error"]["code"].as_i64().unwrap_or_default()
    }

    pub fn asks(&self) -> bool {
        self.message["result"]["resultType"] == "input_required"
    }

    /// The keys of what is asked.
    pub fn keys(&self) -> Vec<&str> {
        let requests = self.message["result"]["inputRequests"].as_object();
        requests.unwrap_or_else(|| panic!("nothing is asked: {self:?}")).keys().map(String::as_str).collect()
    }

    /// The parameters of a question.
    pub fn question(&self, key: &str) -> &Value {
        &self.message["result"]["inputRequests"][key]["params"]
    }

    pub fn state(&self) -> &str {
        self.message["result"]["requestState"].as_str().unwrap_or_else(|| panic!("no state: {self:?}"))
    }

    /// What the next round's request carries.
    pub fn reply(&self, answers: Value) -> Value {
        json!({"requestState": self.state(), "inputResponses": answers})
    }
}

pub fn yes() -> Value {
    json!({"action": "accept", "content": {"confirm": true}})
}

pub fn accepted(content: Value) -> Value {
    json!({"action": "accept", "content": content})
}
