//! Responses.

use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use http::{HeaderName, HeaderValue, Response, StatusCode};

use crate::jsonrpc::{ErrorObject, RequestId, message};
use crate::transport::http::body::ResponseBody;
use crate::transport::http::events::Events;

pub(crate) type HttpResponse = Response<ResponseBody>;

/// A response of JSON.
pub(crate) fn json(status: StatusCode, body: impl Into<Bytes>) -> HttpResponse {
    let mut response = Response::new(ResponseBody::full(body));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// A response without a body.
pub(crate) fn empty(status: StatusCode) -> HttpResponse {
    let mut response = Response::new(ResponseBody::full(Bytes::new()));
    *response.status_mut() = status;
    response
}

/// A JSON-RPC error, with a status of its own.
pub(crate) fn error(status: StatusCode, id: Option<&RequestId>, error: &ErrorObject) -> HttpResponse {
    json(status, message::failure(id, error))
}

/// A stream of events.
pub(crate) fn events(events: Events) -> HttpResponse {
    let mut response = Response::new(ResponseBody::events(events));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    // Proxies such as nginx hold events back otherwise (2026-07-28, transports, *Receiving Messages*).
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    response
}
