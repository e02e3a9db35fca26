use std::fmt;
use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::ctx::Ctx;
use crate::elicit::ElicitError;
use crate::elicit::pending::Pending;
use crate::elicit::question::{Body, Settled};

/// A request to the client's model on its way: see [`Ctx::sample`].
#[must_use = "a model is asked only when this is awaited"]
pub struct Sample<'a> {
    pending: Pending,
    request: Sampling,
    marker: PhantomData<&'a Ctx>,
}

/// What a model is to go on with: see [`Ctx::sample`].
#[derive(Debug, Clone)]
#[must_use]
pub struct Sampling {
    messages: Vec<Value>,
    max_tokens: u32,
    settings: Map<String, Value>,
}

impl Sampling {
    /// One message of the user's, and how many tokens the answer may have.
    pub fn new(prompt: impl Into<String>, max_tokens: u32) -> Self {
        let sampling = Self { messages: Vec::new(), max_tokens, settings: Map::new() };
        sampling.user(prompt)
    }

    /// Adds a message of the user's.
    pub fn user(self, text: impl Into<String>) -> Self {
        self.message("user", &text.into())
    }

    /// Adds a message of the model's.
    pub fn assistant(self, text: impl Into<String>) -> Self {
        self.message("assistant", &text.into())
    }

    /// Sets the system prompt; the client may change or ignore it.
    pub fn system_prompt(self, prompt: impl Into<String>) -> Self {
        self.set("systemPrompt", prompt.into().into())
    }

    /// Sets the temperature.
    pub fn temperature(self, temperature: f64) -> Self {
        self.set("temperature", temperature.into())
    }

    /// Adds a text that ends the answer.
    pub fn stop_sequence(mut self, text: impl Into<String>) -> Self {
        let stops = self.settings.entry("stopSequences").or_insert_with(|| json!([]));
        if let Value::Array(stops) = stops {
            stops.push(text.into().into());
        }
        self
    }

    fn message(mut self, role: &str, text: &str) -> Self {
        self.messages.push(json!({"role": role, "content": {"type": "text", "text": text}}));
        self
    }

    fn set(mut self, key: &str, value: Value) -> Self {
        self.settings.insert(key.into(), value);
        self
    }
}

/// What the client's model said.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Sampled {
    /// The model, as the client names it.
    pub model: String,
    /// Why it stopped, where the client says so.
    pub stop_reason: Option<String>,
    /// The content as it came: one block, or several.
    pub content: Value,
}

impl Sampled {
    /// The text of the content, its blocks one below the other.
    #[must_use]
    pub fn text(&self) -> String {
        let blocks = match &self.content {
            Value::Array(blocks) => blocks.as_slice(),
            block => std::slice::from_ref(block),
        };
        let texts: Vec<&str> = blocks.iter().filter_map(|block| block.get("text")?.as_str()).collect();
        texts.join("\n")
    }
}

impl Ctx {
    /// Has the client's model go on with a conversation.
    ///
    /// Upstream has deprecated sampling with 2026-07-28: it works with clients that declare it, and new
    /// servers had better call a model of their own.
    ///
    /// # Errors
    ///
    /// See [`ElicitError`]: `Unsupported` where the client did not declare `sampling`.
    pub fn sample(&self, request: Sampling) -> Sample<'_> {
        let pending = Pending::new(&self.state, "sample", String::new());
        Sample { pending, request, marker: PhantomData }
    }
}

impl Sample<'_> {
    /// Names the request, where a call makes more than one at a time.
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.pending.set_key(key.into());
        self
    }

    /// How long to wait for the answer.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.pending.set_timeout(timeout);
        self
    }
}

impl Future for Sample<'_> {
    type Output = Result<Sampled, ElicitError>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { pending, request, .. } = self.get_mut();
        let Settled::Accept(mut answer) = ready!(pending.poll(cx, |pending| body(pending, request)))? else {
            return Poll::Ready(Err(invalid()));
        };
        let text = |value: Option<Value>| value.and_then(|value| value.as_str().map(str::to_owned));
        Poll::Ready(match answer.remove("content") {
            Some(content @ (Value::Object(_) | Value::Array(_))) => Ok(Sampled {
                content,
                model: text(answer.remove("model")).unwrap_or_default(),
                stop_reason: text(answer.remove("stopReason")),
            }),
            _ => Err(invalid()),
        })
    }
}

fn invalid() -> ElicitError {
    ElicitError::Invalid { reasons: "the client's answer has no `content`".into() }
}

fn body(pending: &Pending, request: &Sampling) -> Result<Body, ElicitError> {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Params<'a> {
        messages: &'a [Value],
        max_tokens: u32,
        #[serde(flatten)]
        settings: &'a Map<String, Value>,
    }
    let state = pending.state();
    if !state.caller.capabilities.sampling() {
        return Err(ElicitError::Unsupported {
            instructions:
                "This client does not let tools use its model (it declares no `sampling` capability).".into(),
        });
    }
    if !state.channel.can_ask() {
        return Err(ElicitError::Unsupported { instructions: super::ask::NO_STREAM.into() });
    }
    let Sampling { messages, max_tokens, settings } = request;
    let params = Params { messages, max_tokens: *max_tokens, settings };
    let params = serde_json::value::to_raw_value(&params).expect("JSON values serialise");
    Ok(Body::Request { method: "sampling/createMessage", params })
}

impl fmt::Debug for Sample<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sample").field("key", &self.pending.key()).finish_non_exhaustive()
    }
}
