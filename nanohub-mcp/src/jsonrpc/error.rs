use serde::Serialize;
use serde_json::Value;

/// Error codes of JSON-RPC and of MCP (2026-07-28, basic, *Error Codes*).
///
/// -32000 to -32019 is legacy ground on which nothing new may be allocated, and -32020 to -32099
/// belongs to the specification: no other code of that range is ever sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub(crate) enum ErrorCode {
    ParseError = -32700,
    InvalidRequest = -32600,
    MethodNotFound = -32601,
    InvalidParams = -32602,
    InternalError = -32603,
    /// Before 2026-07-28, which has -32602 for it: there is no such resource.
    ResourceNotFound = -32002,
    /// 2026-07-28: a header and the body disagree.
    HeaderMismatch = -32020,
    /// 2026-07-28: the client did not declare what the request takes.
    MissingRequiredClientCapability = -32021,
    /// 2026-07-28: no such revision, with the ones that there are.
    UnsupportedProtocolVersion = -32022,
    /// 2025-11-25 only: the client has to open URLs first.
    UrlElicitationRequired = -32042,
}

/// The `error` member of a response.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct ErrorObject {
    #[serde(serialize_with = "code")]
    pub(crate) code: ErrorCode,
    /// One short sentence.
    pub(crate) message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) data: Option<Value>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
fn code<S: serde::Serializer>(code: &ErrorCode, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_i32(*code as i32)
}

impl ErrorObject {
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: None }
    }

    pub(crate) fn data(mut self, data: Value) -> Self {
        self.data = Some(data);
        self
    }

    pub(crate) fn invalid_request(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::InvalidRequest, message)
    }

    pub(crate) fn invalid_params(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::InvalidParams, message)
    }

    pub(crate) fn method_not_found(method: &str) -> Self {
        // A method name is the peer's text: shown, so that a typo is seen, but not at any length.
        let shown: String = method.chars().take(100).collect();
        Self::new(ErrorCode::MethodNotFound, format!("method not found: {shown}"))
    }
}
