//! One round of a call of the stateless era: what it comes to on the wire.

use std::sync::Arc;

use serde_json::Value;

use crate::codec;
use crate::codec::result::Shape;
use crate::ctx::channel::{Asking, Standing};
use crate::ctx::driver::Outcome;
use crate::ctx::state::{CallState, lock};
use crate::elicit::question::{Body, Question};
use crate::protocol::Revision;
use crate::server::Server;
use crate::server::catalogue::Registered;
use crate::session::calls::Calls;
use crate::stateless::state::{Binding, MAX_LENGTH, MAX_ROUNDS, RequestState};
use crate::tool::error::{Failure, UrlRequired};

/// What the response of a round is made from.
pub(crate) struct Round {
    pub(crate) server: Server,
    /// The call's, where the tool has a context.
    pub(crate) state: Option<Arc<CallState>>,
    pub(crate) binding: Binding,
    /// Rounds that ended before.
    pub(crate) number: u8,
    pub(crate) opens_urls: bool,
    /// Whether the user would not open a URL that the tool demanded in an earlier round.
    pub(crate) refused_urls: bool,
    /// The calls of the connection, where several share it.
    pub(crate) calls: Option<Arc<Calls>>,
}

/// What the keys of URLs that a tool demands begin with.
pub(crate) const URL_REQUIRED: &str = "url-required";

impl Round {
    /// The result of `tools/call`, as JSON text.
    pub(crate) fn finish(&self, registered: &Registered, outcome: Outcome) -> String {
        let shape = self.shape();
        let output = match outcome {
            Outcome::Asked(round) => return self.ask(registered, &round),
            Outcome::Done(output) => output,
            Outcome::Cancelled => return codec::result::error(&shape, "cancelled"),
        };
        match output.0 {
            Ok(result) => codec::result::success(registered, &shape, &result),
            Err(error) => {
                let failed = error.into_failure();
                // -32042 is not part of this era: the URLs are asked like any other question.
                if failed.urls.is_empty() || !self.opens_urls || self.refused_urls {
                    return codec::result::failure(&shape, &failed);
                }
                self.ask(registered, &demands(&failed))
            }
        }
    }

    fn ask(&self, registered: &Registered, round: &[Asking]) -> String {
        let tool = registered.tool.name;
        if self.number >= MAX_ROUNDS {
            let text =
                format!("`{tool}` asked the user in {MAX_ROUNDS} rounds and still asks; it was stopped");
            return codec::result::error(&self.shape(), &text);
        }
        let mut journal = self.state.as_ref().map(|state| lock(&state.journal).clone()).unwrap_or_default();
        for asking in round {
            journal.show(&asking.key);
        }
        let state = RequestState::new(self.number + 1, journal);
        let Some(state) = state.seal(self.server.seal(), &self.binding) else {
            tracing::error!(tool, limit = MAX_LENGTH, "what a tool keeps between its questions is too much");
            let text = format!("`{tool}` keeps more between its questions than the server allows");
            return codec::result::error(&self.shape(), &text);
        };
        codec::stateless::input_required(round, &state, self.server.server_info())
    }

    fn shape(&self) -> Shape<'_> {
        Shape::stateless(self.server.server_info())
    }
}

/// The URLs that a tool demands, as questions.
fn demands(failed: &Failure) -> Vec<Asking> {
    let questions =
        failed.urls.iter().enumerate().map(|(index, UrlRequired { message, url, id })| Question {
            key: format!("{URL_REQUIRED}-{}", index + 1),
            message: message.clone(),
            body: Body::Url { url: url.clone(), id: id.clone() },
            timeout: std::time::Duration::ZERO,
            must_be_asked: false,
        });
    questions
        .filter_map(|question| {
            Some(Asking {
                params: question.params(Revision::V2026_07_28, "").ok()?,
                key: question.key,
                method: "elicitation/create",
                timeout: question.timeout,
                must_be_asked: false,
                standing: Standing::New,
            })
        })
        .collect()
}

/// Whether the answers say that the user would not open a URL.
pub(crate) fn refuses_urls<'a>(answers: impl Iterator<Item = (&'a String, &'a Value)>) -> bool {
    answers
        .filter(|(key, _)| key.starts_with(URL_REQUIRED))
        .any(|(_, answer)| answer.get("action").and_then(Value::as_str) != Some("accept"))
}
