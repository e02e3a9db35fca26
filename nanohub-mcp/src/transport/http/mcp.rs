//! The MCP endpoint: messages come by POST, a session's own stream by GET, its end by DELETE
//! (2025-11-25, transports, *Streamable HTTP*).

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::header::RETRY_AFTER;
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

use crate::jsonrpc::{ErrorCode, ErrorObject, Message, Request, RequestId, message};
use crate::protocol::Revision;
use crate::random;
use crate::server::Server;
use crate::server::batch;
use crate::server::dispatch::{Incoming, Reaction, take_answer, take_malformed, take_notification};
use crate::server::initialize;
use crate::session::event_id::EventId;
use crate::session::store::TooManySessions;
use crate::session::stream::MessageStream;
use crate::session::{Outlet, Session};
use crate::stateless::meta::Meta;
use crate::transport::http::accept::{Accepts, accepts};
use crate::transport::http::call::{self, CallStream};
use crate::transport::http::events::Events;
use crate::transport::http::reply::{self, HttpResponse};
use crate::transport::http::request_body;
use crate::transport::http::{mirror, stateless};

pub(crate) const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
pub(crate) const PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");

/// Takes one message, or a batch.
pub(crate) async fn post(server: &Server, parts: &Parts, body: &[u8]) -> HttpResponse {
    let read = request_body::text(body).and_then(|text| Ok((text, accepts(&parts.headers).check()?)));
    let (text, accepts) = match read {
        Ok(read) => read,
        Err(refused) => return refused.into_response(),
    };
    // A request that names its own revision stands for itself, whatever session its client has besides.
    let message = (!batch::is_batch(text)).then(|| Message::parse(text));
    if let Some(Ok(Message::Request(request))) = &message {
        match Meta::read(request.params) {
            Ok(Some(meta)) => return stateless::post(server, parts, request, &meta, accepts).await,
            Ok(None) => {
                if let Some(error) = stateless::lacks_meta(&parts.headers, &request.method) {
                    return reply::error(StatusCode::BAD_REQUEST, Some(&request.id), &error);
                }
            }
            Err(error) => return reply::error(StatusCode::BAD_REQUEST, Some(&request.id), &error),
        }
    }
    if let Some(Ok(Message::Notification { method, .. })) = &message
        && let Err(error) = mirror::check_notification(&parts.headers, method)
    {
        return reply::error(StatusCode::BAD_REQUEST, None, &error);
    }
    let session = match find_session(server, &parts.headers) {
        Ok(session) => session,
        Err(refusal) => return refusal,
    };
    let Some(message) = message else {
        return post_batch(server, parts, session.as_ref(), text).await;
    };
    let message = match message {
        Ok(message) => message,
        Err(malformed) => {
            if let Some(session) = &session {
                take_malformed(session, &malformed);
            }
            return reply::error(StatusCode::BAD_REQUEST, malformed.id.as_ref(), &malformed.error);
        }
    };
    if let Message::Request(request) = &message
        && request.method == "initialize"
        && session.is_none()
    {
        return open(server, request, accepts);
    }
    if let Err(error) = check_version(&parts.headers) {
        let id = match &message {
            Message::Request(request) => Some(&request.id),
            Message::Notification { .. } | Message::Response(_) => None,
        };
        return reply::error(StatusCode::BAD_REQUEST, id, &error);
    }
    match message {
        Message::Request(request) => {
            let session = session.unwrap_or_else(|| Arc::new(Session::passing()));
            serve(server, parts, &session, &request, accepts).await
        }
        Message::Notification { method, params } => {
            if let Some(session) = &session {
                let _hold = session.hold();
                take_notification(&session.calls, &method, params);
            }
            reply::empty(StatusCode::ACCEPTED)
        }
        Message::Response(answer) => {
            if let Some(session) = &session {
                let _hold = session.hold();
                // One that comes late or twice is accepted like the first: there is nothing to be done about it.
                take_answer(session, &answer);
                reply::empty(StatusCode::ACCEPTED)
            } else {
                let error = ErrorObject::invalid_request("an answer needs the session that was asked");
                reply::error(StatusCode::BAD_REQUEST, None, &error)
            }
        }
    }
}

/// Opens the stream of a session, or goes on with one that broke off.
pub(crate) fn get(server: &Server, parts: &Parts) -> HttpResponse {
    let session = match find_session(server, &parts.headers) {
        Ok(Some(session)) => session,
        Ok(None) => return session_missing(),
        Err(refusal) => return refusal,
    };
    if !accepts(&parts.headers).any_events {
        return not_acceptable();
    }
    let hold = session.hold();
    match open_events(&session, parts.headers.get(LAST_EVENT_ID), server.settings().keep_alive) {
        Some(events) => reply::events(events.keeping(hold)),
        None => event_unknown(),
    }
}

/// The stream that the client was cut off from, where it names the last event that it got of one
/// (2025-11-25, transports, *Resumability and Redelivery*); else the session's own.
fn open_events(session: &Session, last: Option<&HeaderValue>, keep_alive: Duration) -> Option<Events> {
    // Sessions of older revisions have no event ids: one that comes all the same means nothing.
    let (Some(last), Some(history)) = (last.filter(|id| !id.is_empty()), &session.history) else {
        return Some(Events::new(Arc::clone(&session.inbox), keep_alive));
    };
    let last = last.to_str().ok().and_then(EventId::parse)?;
    Events::resume(history.find(last.stream)?, last.event, keep_alive)
}

/// Ends a session.
pub(crate) fn delete(server: &Server, parts: &Parts) -> HttpResponse {
    match (session_id(&parts.headers), find_session(server, &parts.headers)) {
        (Some(id), Ok(_)) if server.sessions().remove(id) => reply::empty(StatusCode::NO_CONTENT),
        (Some(_), _) => session_unknown(),
        (None, _) => session_missing(),
    }
}

fn open(server: &Server, request: &Request<'_>, accepts: Accepts) -> HttpResponse {
    let id: Arc<str> = random::token().into();
    let caller = match initialize::read(request.params, Some(Arc::clone(&id))) {
        Ok(caller) => caller,
        Err(error) => return reply::error(StatusCode::OK, Some(&request.id), &error),
    };
    let result = server.initialize_result(caller.revision);
    let session = Arc::new(Session::new(caller).resumable(server.settings().history));
    if let Err(full) = server.sessions().insert(Arc::clone(&id), session) {
        return sessions_full(Some(&request.id), full);
    }
    let mut response = answer(server, message::success(&request.id, &result), accepts);
    // Base64 without padding is visible ASCII, as a session id has to be.
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(SESSION_ID, id);
    }
    response
}

async fn serve(
    server: &Server,
    parts: &Parts,
    session: &Arc<Session>,
    request: &Request<'_>,
    accepts: Accepts,
) -> HttpResponse {
    let _hold = session.hold();
    // A client that reads no events could not come back for them either.
    let stream = CallStream::kept_in(session.history.as_ref().filter(|_| accepts.events));
    let incoming = Incoming {
        session,
        headers: &parts.headers,
        outlet: &|| Arc::clone(stream.get()) as Arc<dyn Outlet>,
        streams: accepts.events,
    };
    match server.serve_request(&incoming, request) {
        Reaction::Reply(reply) => answer(server, reply, accepts),
        Reaction::Call(running) => call::respond(server.settings(), running, stream, accepts).await,
    }
}

/// A response that is there at once, in the form that the client takes.
pub(crate) fn answer(server: &Server, message: Bytes, accepts: Accepts) -> HttpResponse {
    if accepts.json {
        return reply::json(StatusCode::OK, message);
    }
    let stream = Arc::new(MessageStream::default());
    stream.conclude(Some(message));
    reply::events(Events::new(stream, server.settings().keep_alive))
}

async fn post_batch(
    server: &Server,
    parts: &Parts,
    session: Option<&Arc<Session>>,
    text: &str,
) -> HttpResponse {
    let Some(session) = session.filter(|session| session.caller.revision == Revision::V2025_03_26) else {
        // Not JSON at all is the graver fault.
        let unreadable =
            Message::parse(text).err().filter(|malformed| malformed.error.code == ErrorCode::ParseError);
        let error = unreadable.map_or_else(batch::not_served, |malformed| malformed.error);
        return reply::error(StatusCode::BAD_REQUEST, None, &error);
    };
    let _hold = session.hold();
    let incoming = Incoming {
        session,
        headers: &parts.headers,
        // Answers of a batch come together in one body, so there is nowhere for messages beside them.
        outlet: &|| Arc::new(MessageStream::default()),
        streams: false,
    };
    match server.start_batch(&incoming, text) {
        Ok(batch) => match batch.finish().await {
            Some(responses) => reply::json(StatusCode::OK, responses),
            None => reply::empty(StatusCode::ACCEPTED),
        },
        Err(error) => reply::error(StatusCode::BAD_REQUEST, None, &error),
    }
}

fn session_id(headers: &HeaderMap) -> Option<&str> {
    // An id that is not visible ASCII is none of ours.
    headers.get(SESSION_ID).map(|id| id.to_str().unwrap_or_default())
}

/// The session that a request names, if it names one.
#[allow(clippy::result_large_err, reason = "it is about to be sent")]
fn find_session(server: &Server, headers: &HeaderMap) -> Result<Option<Arc<Session>>, HttpResponse> {
    // A session of the transport of before has one way in.
    let find = |id| server.sessions().get(id).filter(|session| !session.legacy_sse);
    session_id(headers).map(|id| find(id).ok_or_else(session_unknown)).transpose()
}

/// 404 is what tells a client to start over (2025-11-25, transports, *Session Management*).
pub(crate) fn session_unknown() -> HttpResponse {
    let error =
        ErrorObject::invalid_request("no such session: it ended or never was; send `initialize` again");
    reply::error(StatusCode::NOT_FOUND, None, &error)
}

/// Not 404, which would end the session; nor another stream instead, on which the client would wait in vain.
fn event_unknown() -> HttpResponse {
    let error = ErrorObject::invalid_request(
        "`Last-Event-ID` names no event that is kept; what followed on it can no longer be had",
    );
    reply::error(StatusCode::BAD_REQUEST, None, &error)
}

pub(crate) fn sessions_full(id: Option<&RequestId>, full: TooManySessions) -> HttpResponse {
    let error = ErrorObject::new(ErrorCode::InternalError, full.to_string());
    let mut response = reply::error(StatusCode::SERVICE_UNAVAILABLE, id, &error);
    response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("10"));
    response
}

pub(crate) fn not_acceptable() -> HttpResponse {
    let error = ErrorObject::invalid_request("the stream of a session is `text/event-stream`");
    reply::error(StatusCode::NOT_ACCEPTABLE, None, &error)
}

fn session_missing() -> HttpResponse {
    let error = ErrorObject::invalid_request("the `Mcp-Session-Id` header is missing");
    reply::error(StatusCode::BAD_REQUEST, None, &error)
}

/// The session's own revision decides, so a header that differs is harmless; one that names no revision at
/// all is not (2025-11-25, transports, *Protocol Version Header*).
fn check_version(headers: &HeaderMap) -> Result<(), ErrorObject> {
    let Some(version) = headers.get(PROTOCOL_VERSION) else { return Ok(()) };
    // A notification of the stateless era names its revision here only.
    if version.to_str().ok().and_then(Revision::parse).is_some() {
        return Ok(());
    }
    let supported: Vec<&str> = Revision::newest_first().map(Revision::as_str).collect();
    Err(ErrorObject::invalid_request(format!(
        "`MCP-Protocol-Version` names no revision that this server has; it has {}",
        supported.join(", ")
    )))
}
