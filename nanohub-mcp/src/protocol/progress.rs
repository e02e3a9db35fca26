use serde::Serialize;
use serde_json::Value;

use crate::jsonrpc::RequestId;

/// The token that ties progress notifications to a request: a string or an integer, echoed as it came.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct ProgressToken(RequestId);

impl ProgressToken {
    /// Reads a token from a request's `_meta`.
    pub(crate) fn read(token: &Value) -> Option<Self> {
        let raw = serde_json::value::to_raw_value(token).ok()?;
        RequestId::from_json(&raw).map(Self)
    }
}
