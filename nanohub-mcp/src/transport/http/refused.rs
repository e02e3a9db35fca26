use std::borrow::Cow;

use http::StatusCode;

use crate::codec;
use crate::jsonrpc::{ErrorCode, ErrorObject};
use crate::transport::http::reply::{self, HttpResponse};

/// A request that is turned away before anything reads it as a message.
#[derive(Debug, PartialEq)]
pub(crate) struct Refused {
    pub(crate) status: StatusCode,
    code: ErrorCode,
    message: Cow<'static, str>,
}

impl Refused {
    pub(crate) fn new(status: StatusCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self { status, code: ErrorCode::InvalidRequest, message: message.into() }
    }

    pub(crate) fn code(mut self, code: ErrorCode) -> Self {
        self.code = code;
        self
    }

    /// As a JSON-RPC error. It has no id, since no message was read
    /// (2025-11-25, transports, *Security Warning*).
    pub(crate) fn into_response(self) -> HttpResponse {
        let error = ErrorObject::new(self.code, self.message);
        reply::error(self.status, None, &error)
    }

    /// As the REST route tells errors.
    pub(crate) fn into_rest(self) -> HttpResponse {
        reply::json(self.status, codec::rest::error(&self.message, None))
    }
}
