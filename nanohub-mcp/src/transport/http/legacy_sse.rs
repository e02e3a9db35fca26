//! The transport before Streamable HTTP: a stream by GET, which names the URL that messages are posted to and
//! brings all answers (2024-11-05, transports, *HTTP with SSE*). Deprecated, and off unless asked for.
//!
//! It is served at the revision that it is part of, whatever the client offers: all that came later, questions
//! to the user among it, was written for other transports.

use std::sync::Arc;

use bytes::Bytes;
use http::StatusCode;
use http::request::Parts;

use crate::jsonrpc::{ErrorObject, Message, Request, message};
use crate::protocol::Revision;
use crate::random;
use crate::server::Server;
use crate::server::batch;
use crate::server::call::RunningCall;
use crate::server::dispatch::{Incoming, Reaction, take_answer, take_malformed, take_notification};
use crate::server::initialize;
use crate::server::settings::Settings;
use crate::session::{Hold, Outlet, Session};
use crate::transport::http::accept::accepts;
use crate::transport::http::events::Events;
use crate::transport::http::mcp::{not_acceptable, session_unknown, sessions_full};
use crate::transport::http::reply::{self, HttpResponse};
use crate::transport::http::request_body;
use crate::transport::http::route::Route;

/// The session that a message is posted to, where it is one of this transport.
pub(crate) fn session_id<'a>(route: Route<'_>, parts: &'a Parts, settings: &Settings) -> Option<&'a str> {
    let query = parts.uri.query().filter(|_| settings.legacy_sse && route == Route::Root)?;
    query.split('&').find_map(|pair| pair.strip_prefix("session_id="))
}

/// Opens a session and its stream, which says where to post messages.
pub(crate) fn open(server: &Server, parts: &Parts) -> HttpResponse {
    if !accepts(&parts.headers).any_events {
        return not_acceptable();
    }
    let id: Arc<str> = random::token().into();
    let session = Arc::new(Session::legacy_sse());
    let hold = session.hold();
    let settings = server.settings();
    let endpoint = format!("event: endpoint\ndata: {}/?session_id={id}\n\n", settings.path_prefix);
    let events = Events::new(Arc::clone(&session.inbox), settings.keep_alive).beginning_with(endpoint);
    match server.sessions().insert(Arc::clone(&id), session) {
        Ok(()) => reply::events(events.keeping(Reader { server: server.clone(), id, _hold: hold })),
        Err(full) => sessions_full(None, full),
    }
}

/// Who reads the stream of a session. Nobody can take its place, so that the session ends with it
/// (2024-11-05, lifecycle, *Shutdown*).
struct Reader {
    server: Server,
    id: Arc<str>,
    _hold: Hold,
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.server.sessions().remove(&self.id);
    }
}

/// Takes a message. What it is answered with comes on the stream.
pub(crate) fn post(server: &Server, parts: &Parts, id: &str, body: &[u8]) -> HttpResponse {
    let Some(session) = server.sessions().get(id).filter(|session| session.legacy_sse) else {
        return session_unknown();
    };
    let _hold = session.hold();
    let text = match request_body::text(body) {
        Ok(text) => text,
        Err(refused) => return refused.into_response(),
    };
    if batch::is_batch(text) {
        return reply::error(StatusCode::BAD_REQUEST, None, &batch::not_served());
    }
    let endpoint = Endpoint { server, id, session: &session };
    match Message::parse(text) {
        Ok(Message::Request(request)) => endpoint.take(parts, &request),
        Ok(Message::Notification { method, params }) => take_notification(&session.calls, &method, params),
        Ok(Message::Response(answer)) => {
            take_answer(&session, &answer);
        }
        Err(malformed) => {
            take_malformed(&session, &malformed);
            return reply::error(StatusCode::BAD_REQUEST, malformed.id.as_ref(), &malformed.error);
        }
    }
    reply::empty(StatusCode::ACCEPTED)
}

struct Endpoint<'a> {
    server: &'a Server,
    id: &'a str,
    session: &'a Arc<Session>,
}

impl Endpoint<'_> {
    fn take(&self, parts: &Parts, request: &Request<'_>) {
        if !self.session.is_introduced() {
            return self.answer(self.introduce(request));
        }
        let incoming = Incoming {
            session: self.session,
            headers: &parts.headers,
            outlet: &|| Arc::clone(&self.session.inbox) as Arc<dyn Outlet>,
            streams: true,
        };
        match self.server.serve_request(&incoming, request) {
            Reaction::Reply(reply) => self.answer(reply),
            Reaction::Call(call) => self.run(call),
        }
    }

    /// Answers a request of a client that has not said yet who it is.
    fn introduce(&self, request: &Request<'_>) -> Bytes {
        let Request { id, method, params } = request;
        let result = match &**method {
            "initialize" => {
                let session_id = Arc::from(self.id);
                initialize::read_at(*params, Some(Arc::clone(&session_id)), |_| Revision::V2024_11_05).map(
                    |caller| {
                        let result = self.server.initialize_result(caller.revision);
                        let session = Arc::new(self.session.introduced(caller));
                        self.server.sessions().replace(&session_id, session);
                        result
                    },
                )
            }
            // Allowed at any time (2024-11-05, ping).
            "ping" => Ok("{}".into()),
            _ => Err(ErrorObject::invalid_request("the session is not initialised yet: send `initialize`")),
        };
        match result {
            Ok(result) => message::success(id, &result),
            Err(error) => message::failure(Some(id), &error),
        }
    }

    fn run(&self, mut call: Box<dyn RunningCall>) {
        // The next message may be about it, and come before the task has begun.
        if let Err(refusal) = call.admit() {
            return self.answer(refusal);
        }
        let (server, id, session) = (self.server.clone(), self.id.to_owned(), Arc::clone(self.session));
        tokio::spawn(async move {
            if let Some(response) = call.await {
                Endpoint { server: &server, id: &id, session: &session }.answer(response);
            }
        });
    }

    fn answer(&self, response: Bytes) {
        // A client that lets thousands of answers wait will not read this one either.
        if !self.session.inbox.push_response(response) {
            self.server.sessions().remove(self.id);
        }
    }
}
