//! One round of a call of the stateless era: what it comes to on the wire.

use std::sync::Arc;

use serde_json::Value;

use crate::codec;
use crate::codec::result::Shape;
use crate::ctx::channel::{Asking, Standing};
use crate::ctx::driver::Outcome;
use crate::ctx::state::{CallState, lock};
use crate::elicit::question::{Body, Question};
use crate::jsonrpc::ErrorObject;
use crate::protocol::Revision;
use crate::server::Server;
use crate::server::operation::Operation;
use crate::session::calls::Calls;
use crate::stateless::state::{Binding, MAX_LENGTH, MAX_ROUNDS, RequestState};
use crate::tool::ToolError;
use crate::tool::error::{Failure, UrlRequired};

/// What the response of a round is made from.
pub(crate) struct Round {
    pub(crate) server: Server,
    /// The call's, where its function has a context.
    pub(crate) state: Option<Arc<CallState>>,
    pub(crate) binding: Binding,
    /// Rounds that ended before.
    pub(crate) number: u8,
    pub(crate) opens_urls: bool,
    /// Whether the user would not open a URL that was demanded in an earlier round.
    pub(crate) refused_urls: bool,
    /// The calls of the connection, where several share it.
    pub(crate) calls: Option<Arc<Calls>>,
}

/// What the keys of URLs that a function demands begin with.
pub(crate) const URL_REQUIRED: &str = "url-required";

impl Round {
    /// What the round came to, as JSON text.
    pub(crate) fn finish<O: Operation>(
        &self,
        operation: &O,
        outcome: Outcome<O::Product>,
    ) -> Result<String, ErrorObject> {
        let shape = self.shape();
        let output = match outcome {
            Outcome::Asked(round) => return self.ask(operation, &round),
            Outcome::Done(output) => output,
            Outcome::Cancelled => return self.fail(operation, "cancelled"),
        };
        match output.0 {
            Ok(product) => operation.success(&shape, product),
            Err(error) => {
                let failed = error.into_failure();
                // -32042 is not part of this era: the URLs are asked like any other question.
                if failed.urls.is_empty() || !self.opens_urls || self.refused_urls {
                    return operation.failure(&shape, &failed);
                }
                self.ask(operation, &demands(&failed))
            }
        }
    }

    fn ask(&self, operation: &impl Operation, round: &[Asking]) -> Result<String, ErrorObject> {
        let name = operation.name();
        if self.number >= MAX_ROUNDS {
            let text =
                format!("`{name}` asked the user in {MAX_ROUNDS} rounds and still asks; it was stopped");
            return self.fail(operation, &text);
        }
        let mut journal = self.state.as_ref().map(|state| lock(&state.journal).clone()).unwrap_or_default();
        for asking in round {
            journal.show(&asking.key);
        }
        let state = RequestState::new(self.number + 1, journal);
        let Some(state) = state.seal(self.server.seal(), &self.binding) else {
            tracing::error!(name, limit = MAX_LENGTH, "what is kept between questions is too much");
            let text = format!("`{name}` keeps more between its questions than the server allows");
            return self.fail(operation, &text);
        };
        Ok(codec::stateless::input_required(round, &state, self.server.server_info()))
    }

    fn fail(&self, operation: &impl Operation, text: &str) -> Result<String, ErrorObject> {
        operation.failure(&self.shape(), &ToolError::new(text).into_failure())
    }

    fn shape(&self) -> Shape<'_> {
        Shape::stateless(self.server.server_info())
    }
}

/// The URLs that a function demands, as questions.
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
