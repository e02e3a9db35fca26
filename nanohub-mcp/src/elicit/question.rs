use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use crate::ctx::channel::Digest;
use crate::elicit::ElicitError;
use crate::form::Form;
use crate::form::patch::Patch;
use crate::protocol::Revision;
use crate::protocol::elicitation::ElicitResult;

/// A question, its type forgotten.
pub(crate) struct Question {
    pub(crate) key: String,
    pub(crate) message: String,
    pub(crate) body: Body,
    pub(crate) timeout: Duration,
    pub(crate) must_be_asked: bool,
}

/// What is asked.
pub(crate) enum Body {
    Form {
        form: Arc<Form>,
        patch: Patch,
    },
    Url {
        url: String,
        id: String,
    },
    /// Of the client itself, not of the person.
    Request {
        method: &'static str,
        params: Box<RawValue>,
    },
}

/// A good answer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Settled {
    /// With the checked content of a form; empty for a URL.
    Accept(Map<String, Value>),
    Decline,
    Cancel,
}

/// Why an answer is no good.
#[derive(Debug)]
pub(crate) enum Refused {
    /// The person can do better.
    Content(String),
    /// The client broke the protocol.
    Protocol(&'static str),
}

impl Question {
    /// Digest of what the author asked, the same in every process and for every dialect.
    pub(crate) fn digest(&self) -> Result<Digest, ElicitError> {
        let mut hash = Sha256::new();
        // Lengths keep the parts apart.
        let mut part = |text: &str| {
            hash.update(text.len().to_le_bytes());
            hash.update(text);
        };
        part(&self.message);
        // An answer to a question that could be answered beforehand is none to one that could not.
        part(if self.must_be_asked { "must be asked" } else { "may be answered beforehand" });
        match &self.body {
            Body::Form { form, patch } => {
                part("form");
                part(schema(form, patch, Revision::V2026_07_28)?.get());
            }
            Body::Url { url, id: _ } => {
                part("url");
                part(url);
            }
            Body::Request { method, params } => {
                part(method);
                part(params.get());
            }
        }
        let mut digest = Digest::default();
        digest.copy_from_slice(&hash.finalize()[..16]);
        Ok(digest)
    }

    /// The method that puts the question.
    pub(crate) fn method(&self) -> &'static str {
        match &self.body {
            Body::Form { .. } | Body::Url { .. } => "elicitation/create",
            Body::Request { method, .. } => method,
        }
    }

    /// The parameters of that method at a revision.
    pub(crate) fn params(&self, revision: Revision, reasons: &str) -> Result<Box<RawValue>, ElicitError> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Params<'a> {
            // Came with URLs; before, there was nothing to tell apart.
            #[serde(skip_serializing_if = "Option::is_none")]
            mode: Option<&'static str>,
            message: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            requested_schema: Option<Box<RawValue>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            elicitation_id: Option<&'a str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            url: Option<&'a str>,
        }
        let again;
        let message = if reasons.is_empty() {
            &self.message
        } else {
            again = format!("{}\n\nThe last answer could not be used: {reasons}.", self.message);
            &again
        };
        let moded = revision >= Revision::V2025_11_25;
        let params = match &self.body {
            Body::Form { form, patch } => Params {
                mode: moded.then_some("form"),
                message,
                requested_schema: Some(schema(form, patch, revision)?),
                elicitation_id: None,
                url: None,
            },
            Body::Url { url, id } => Params {
                mode: moded.then_some("url"),
                message,
                requested_schema: None,
                // 2025-11-25 only; 2026-07-28 took it out again.
                elicitation_id: (!revision.is_stateless()).then_some(id),
                url: Some(url),
            },
            Body::Request { params, .. } => return Ok(params.clone()),
        };
        Ok(serde_json::value::to_raw_value(&params).expect("wire types serialise"))
    }

    /// Reads and checks an answer.
    pub(crate) fn settle(&self, result: &Value) -> Result<Settled, Refused> {
        if let Body::Request { .. } = self.body {
            let answer = result.as_object().ok_or(Refused::Protocol("the answer is not an object"))?;
            return Ok(Settled::Accept(answer.clone()));
        }
        let content = match ElicitResult::read(result).map_err(Refused::Protocol)? {
            ElicitResult::Accept(content) => content,
            ElicitResult::Decline => return Ok(Settled::Decline),
            ElicitResult::Cancel => return Ok(Settled::Cancel),
        };
        match &self.body {
            Body::Form { form, patch } => match form.check(content.as_ref(), patch) {
                Ok(content) => Ok(Settled::Accept(content)),
                Err(violations) => {
                    let reasons: Vec<String> = violations.iter().map(ToString::to_string).collect();
                    Err(Refused::Content(reasons.join("; ")))
                }
            },
            // Accepting a URL is consent to open it and has no content.
            Body::Url { .. } | Body::Request { .. } => Ok(Settled::Accept(Map::new())),
        }
    }

    /// A good answer as it is kept: what [`settle`](Self::settle) reads as the same.
    pub(crate) fn keep(&self, settled: &Settled) -> Value {
        match settled {
            Settled::Accept(answer) if matches!(self.body, Body::Request { .. }) => answer.clone().into(),
            Settled::Accept(content) => json!({"action": "accept", "content": content}),
            Settled::Decline => json!({"action": "decline"}),
            Settled::Cancel => json!({"action": "cancel"}),
        }
    }
}

fn schema(form: &Form, patch: &Patch, revision: Revision) -> Result<Box<RawValue>, ElicitError> {
    // The question was found to be askable before; it cannot become otherwise.
    form.patched(revision, patch).map_err(|error| ElicitError::Invalid { reasons: error.to_string() })
}
