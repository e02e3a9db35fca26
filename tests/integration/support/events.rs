//! Server-sent events as they are on the wire: with ids, and those that say nothing.

use serde_json::Value;

use crate::support::http::Response;

/// One event as a client reads it.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    pub id: Option<String>,
    pub retry: Option<u64>,
    pub data: String,
}

impl Event {
    pub fn message(&self) -> Value {
        serde_json::from_str(&self.data).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// What it says: the word of a log message, the message of a question, the text of a result.
    pub fn says(&self) -> String {
        let message = self.message();
        match &message["method"] {
            Value::String(method) if method == "notifications/message" => {
                message["params"]["data"].to_string()
            }
            Value::String(method) if method == "elicitation/create" => {
                message["params"]["message"].as_str().unwrap().into()
            }
            Value::String(method) => method.clone(),
            _ => message["result"]["content"][0]["text"].as_str().unwrap().into(),
        }
    }
}

/// The next event; `None` at the end of the stream.
pub async fn event(response: &mut Response) -> Option<Event> {
    loop {
        let raw = response.block().await?;
        let field = |name: &str| {
            let mut values = raw.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
            values.next().map(str::to_owned)
        };
        let event = Event {
            id: field("id"),
            retry: field("retry").map(|retry| retry.parse().unwrap()),
            data: field("data").unwrap_or_default(),
        };
        // Comments are no events.
        if event != (Event { id: None, retry: None, data: String::new() }) {
            return Some(event);
        }
    }
}

/// All events up to the end of the stream.
pub async fn events(response: &mut Response) -> Vec<Event> {
    let mut all = Vec::new();
    while let Some(event) = event(response).await {
        all.push(event);
    }
    all
}

/// What events say, without those that say nothing.
pub fn said(events: &[Event]) -> Vec<String> {
    events.iter().filter(|event| !event.data.is_empty()).map(Event::says).collect()
}
