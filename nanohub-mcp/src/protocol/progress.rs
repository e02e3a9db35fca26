use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::jsonrpc::RequestId;

/// The token that ties progress notifications to a request: a string or an integer, echoed as it came.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct ProgressToken(RequestId);

impl<'de> Deserialize<'de> for ProgressToken {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        RequestId::from_json(&raw)
            .map(Self)
            .ok_or_else(|| serde::de::Error::custom("`progressToken` must be a string or an integer"))
    }
}
