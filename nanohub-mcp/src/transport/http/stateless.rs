//! Requests of the stateless era over HTTP: headers that repeat the body, statuses, streams
//! (2026-07-28, transports, *Streamable HTTP*).

use std::sync::Arc;

use http::request::Parts;
use http::{HeaderMap, StatusCode};

use crate::jsonrpc::{ErrorObject, Request};
use crate::server::Server;
use crate::server::stateless::{Incoming, Reaction, Refused};
use crate::session::Outlet;
use crate::stateless::meta::{self, Meta};
use crate::transport::http::accept::Accepts;
use crate::transport::http::call::{self, CallStream};
use crate::transport::http::events::Events;
use crate::transport::http::mcp::{PROTOCOL_VERSION, answer};
use crate::transport::http::mirror;
use crate::transport::http::reply::{self, HttpResponse};

/// Answers a request that claims its own revision.
///
/// The order of the checks is the specification's: the header against the body, then whether there is such
/// a revision, then the rest of `_meta`, then the routing headers.
pub(crate) async fn post(
    server: &Server,
    parts: &Parts,
    request: &Request<'_>,
    meta: &Meta<'_>,
    accepts: Accepts,
) -> HttpResponse {
    let bad = |error: ErrorObject| reply::error(StatusCode::BAD_REQUEST, Some(&request.id), &error);
    let checked = mirror::check_value(&parts.headers, &PROTOCOL_VERSION, Some(&meta.version))
        .and_then(|()| meta.revision())
        .and_then(|revision| meta.envelope(revision))
        .and_then(|envelope| mirror::check_route(&parts.headers, request).map(|()| envelope))
        .and_then(|envelope| mirror::check_arguments(server, &parts.headers, request).map(|()| envelope));
    let envelope = match checked {
        Ok(envelope) => envelope,
        Err(error) => return bad(error),
    };
    let stream = CallStream::default();
    let incoming = Incoming {
        envelope,
        headers: &parts.headers,
        outlet: &|| Arc::clone(stream.get()) as Arc<dyn Outlet>,
        streams: accepts.events,
        calls: None,
    };
    match server.serve_stateless(incoming, request) {
        Reaction::Reply(reply) => answer(server, reply, accepts),
        Reaction::Call(running) => call::respond(server.settings(), running, stream, accepts).await,
        Reaction::Listen(listener) if accepts.any_events => {
            let stream = Arc::clone(listener.stream());
            reply::events(Events::new(stream, server.settings().keep_alive).keeping(listener))
        }
        Reaction::Listen(_) => {
            let error =
                ErrorObject::invalid_request("`subscriptions/listen` is answered with `text/event-stream`");
            reply::error(StatusCode::NOT_ACCEPTABLE, Some(&request.id), &error)
        }
        Reaction::Refused(Refused::Request(error)) => bad(error),
        Reaction::Refused(Refused::Method(error)) => {
            reply::error(StatusCode::NOT_FOUND, Some(&request.id), &error)
        }
    }
}

/// Whether a request without a claim is of the stateless era all the same: its header names such a
/// revision, or its method is one that only that era has. It must not be served as if it were older, except for
/// `initialize`: whoever sends that has understood which era it is, whatever header it has left over.
pub(crate) fn lacks_meta(headers: &HeaderMap, method: &str) -> Option<ErrorObject> {
    let named = headers
        .get(PROTOCOL_VERSION)
        .and_then(|version| version.to_str().ok())
        .and_then(crate::protocol::Revision::parse)
        .is_some_and(crate::protocol::Revision::is_stateless);
    (named && method != "initialize" || meta::is_stateless_only(method)).then(meta::missing)
}
