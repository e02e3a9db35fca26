//! Batches: several messages in one array. Only revision 2025-03-26 has them.

use bytes::Bytes;
use serde_json::value::RawValue;
use tokio::task::JoinSet;

use crate::jsonrpc::{ErrorObject, Message, message};
use crate::server::Server;
use crate::server::dispatch::{Incoming, Reaction, take_answer, take_notification};

/// How many messages a batch may hold.
const MAX_MESSAGES: usize = 100;

/// What a batch comes to.
pub(crate) enum BatchReply {
    /// Answers to its requests.
    Responses(Bytes),
    /// It had none.
    Nothing,
    /// It is not one.
    Refused(ErrorObject),
}

impl Server {
    /// Serves every message of a batch; the answers come together, in the order of the requests.
    pub(crate) async fn serve_batch(&self, incoming: &Incoming<'_>, text: &str) -> BatchReply {
        let Ok(messages) = serde_json::from_str::<Vec<&RawValue>>(text) else {
            return BatchReply::Refused(ErrorObject::new(
                crate::jsonrpc::ErrorCode::ParseError,
                "the message is not valid JSON",
            ));
        };
        if messages.is_empty() || messages.len() > MAX_MESSAGES {
            return BatchReply::Refused(ErrorObject::invalid_request(format!(
                "a batch holds 1 to {MAX_MESSAGES} messages"
            )));
        }
        let mut responses: Vec<Option<Bytes>> = Vec::new();
        let mut calls = JoinSet::new();
        for text in messages {
            match Message::parse(text.get()) {
                // Forbidden by 2025-03-26, lifecycle.
                Ok(Message::Request(request)) if request.method == "initialize" => {
                    let error = ErrorObject::invalid_request("`initialize` cannot be part of a batch");
                    responses.push(Some(message::failure(Some(&request.id), &error)));
                }
                Ok(Message::Request(request)) => match self.serve_request(incoming, &request) {
                    Reaction::Reply(reply) => responses.push(Some(reply)),
                    Reaction::Call(call) => {
                        let place = responses.len();
                        responses.push(None);
                        calls.spawn(async move { (place, call.await) });
                    }
                },
                Ok(Message::Notification { method, params }) => {
                    take_notification(&incoming.session.calls, &method, params);
                }
                Ok(Message::Response(answer)) => {
                    take_answer(incoming.session, &answer);
                }
                Err(malformed) => {
                    responses.push(Some(message::failure(malformed.id.as_ref(), &malformed.error)));
                }
            }
        }
        while let Some(done) = calls.join_next().await {
            if let Ok((place, response)) = done {
                responses[place] = response;
            }
        }
        let responses: Vec<Bytes> = responses.into_iter().flatten().collect();
        if responses.is_empty() { BatchReply::Nothing } else { BatchReply::Responses(array(&responses)) }
    }
}

fn array(messages: &[Bytes]) -> Bytes {
    let mut text = Vec::with_capacity(messages.iter().map(|message| message.len() + 1).sum::<usize>() + 1);
    for (index, message) in messages.iter().enumerate() {
        text.push(if index == 0 { b'[' } else { b',' });
        text.extend_from_slice(message);
    }
    text.push(b']');
    text.into()
}

/// Whether a message is a batch.
pub(crate) fn is_batch(text: &str) -> bool {
    text.trim_ascii_start().starts_with('[')
}

/// Why a batch is not served to a session of another revision.
pub(crate) fn not_served() -> ErrorObject {
    ErrorObject::invalid_request("batches are part of revision 2025-03-26 only: send one message")
}
