//! Batches: several messages in one array. Only revision 2025-03-26 has them.

use bytes::Bytes;
use serde_json::value::RawValue;
use tokio::task::JoinHandle;

use crate::jsonrpc::{ErrorCode, ErrorObject, Message, message};
use crate::server::Server;
use crate::server::dispatch::{Incoming, Reaction, take_answer, take_notification};
use crate::stateless::meta::Meta;

/// How many messages a batch may hold.
const MAX_MESSAGES: usize = 100;

/// A batch whose messages are taken and whose calls run.
pub(crate) struct Batch {
    /// Answers in the order of the requests; those of calls are still to come.
    responses: Vec<Option<Bytes>>,
    calls: Vec<(usize, JoinHandle<Option<Bytes>>)>,
}

impl Server {
    /// Takes every message of a batch and starts its calls.
    ///
    /// The calls are tasks of their own: they go on when the connection of the batch ends, like other calls
    /// of a session.
    pub(crate) fn start_batch(&self, incoming: &Incoming<'_>, text: &str) -> Result<Batch, ErrorObject> {
        let Ok(messages) = serde_json::from_str::<Vec<&RawValue>>(text) else {
            return Err(ErrorObject::new(ErrorCode::ParseError, "the message is not valid JSON"));
        };
        if messages.is_empty() || messages.len() > MAX_MESSAGES {
            return Err(ErrorObject::invalid_request(format!("a batch holds 1 to {MAX_MESSAGES} messages")));
        }
        // Requests of the stateless era come one by one (2026-07-28, transports, *Sending Messages*).
        let claims = |text: &&RawValue| {
            matches!(Message::parse(text.get()), Ok(Message::Request(request))
                if !matches!(Meta::read(request.params), Ok(None)))
        };
        if messages.iter().any(claims) {
            return Err(ErrorObject::invalid_request(
                "a request that names its own revision cannot be part of a batch",
            ));
        }
        let mut batch = Batch { responses: Vec::new(), calls: Vec::new() };
        for text in messages {
            match Message::parse(text.get()) {
                // Forbidden by 2025-03-26, lifecycle.
                Ok(Message::Request(request)) if request.method == "initialize" => {
                    let error = ErrorObject::invalid_request("`initialize` cannot be part of a batch");
                    batch.responses.push(Some(message::failure(Some(&request.id), &error)));
                }
                Ok(Message::Request(request)) => match self.serve_request(incoming, &request) {
                    Reaction::Reply(reply) => batch.responses.push(Some(reply)),
                    // A later message of the batch may be about it.
                    Reaction::Call(mut call) => match call.admit() {
                        Ok(()) => {
                            batch.calls.push((batch.responses.len(), tokio::spawn(call)));
                            batch.responses.push(None);
                        }
                        Err(refusal) => batch.responses.push(Some(refusal)),
                    },
                },
                Ok(Message::Notification { method, params }) => {
                    take_notification(&incoming.session.calls, &method, params);
                }
                Ok(Message::Response(answer)) => {
                    take_answer(incoming.session, &answer);
                }
                Err(malformed) => {
                    batch.responses.push(Some(message::failure(malformed.id.as_ref(), &malformed.error)));
                }
            }
        }
        Ok(batch)
    }
}

impl Batch {
    /// Waits for the calls; all answers together, or `None` where there are none.
    pub(crate) async fn finish(self) -> Option<Bytes> {
        let Self { mut responses, calls } = self;
        for (place, call) in calls {
            responses[place] = call.await.unwrap_or_default();
        }
        let responses: Vec<Bytes> = responses.into_iter().flatten().collect();
        (!responses.is_empty()).then(|| array(&responses))
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
