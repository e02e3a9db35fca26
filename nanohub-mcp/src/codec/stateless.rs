//! Results of the stateless era (2026-07-28 on).

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::codec::result::SERVER_INFO;
use crate::ctx::channel::Asking;
use crate::protocol::Revision;
use crate::server::settings::CacheScope;

/// What clients may do with a list: `ttlMs` and `cacheScope`, which every list has to carry
/// (2026-07-28, caching).
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Caching {
    pub(crate) ttl_ms: u64,
    pub(crate) cache_scope: CacheScope,
}

/// The result of `server/discover`, as JSON text.
pub(crate) fn discover(
    capabilities: &Value,
    instructions: Option<&str>,
    caching: Caching,
    server_info: &Value,
) -> String {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct DiscoverResult<'a> {
        supported_versions: Vec<&'static str>,
        capabilities: &'a Value,
        #[serde(skip_serializing_if = "Option::is_none")]
        instructions: Option<&'a str>,
        #[serde(flatten)]
        caching: Caching,
    }
    let supported_versions = Revision::stateless().map(Revision::as_str).collect();
    complete(&DiscoverResult { supported_versions, capabilities, instructions, caching }, server_info)
}

/// A result that is complete, as JSON text: its own members and those of every result.
pub(crate) fn complete(members: &impl Serialize, server_info: &Value) -> String {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Complete<'a, M> {
        result_type: &'static str,
        #[serde(flatten)]
        members: &'a M,
        #[serde(rename = "_meta")]
        meta: Value,
    }
    to_json(&Complete { result_type: "complete", members, meta: meta(server_info) })
}

/// A result that asks, as JSON text (2026-07-28, MRTR).
pub(crate) fn input_required(round: &[Asking], state: &str, server_info: &Value) -> String {
    #[derive(Serialize)]
    struct InputRequest<'a> {
        method: &'static str,
        params: &'a RawValue,
    }
    /// In the order in which they were asked.
    struct InputRequests<'a>(&'a [Asking]);
    impl Serialize for InputRequests<'_> {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map(
                self.0
                    .iter()
                    .map(|Asking { key, method, params, .. }| (key, InputRequest { method, params })),
            )
        }
    }
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct InputRequired<'a> {
        result_type: &'static str,
        input_requests: InputRequests<'a>,
        request_state: &'a str,
        #[serde(rename = "_meta")]
        meta: Value,
    }
    to_json(&InputRequired {
        result_type: "input_required",
        input_requests: InputRequests(round),
        request_state: state,
        meta: meta(server_info),
    })
}

/// The result of a subscription that the server ends, as JSON text.
pub(crate) fn closed(mut meta: Value, server_info: &Value) -> String {
    meta[SERVER_INFO] = server_info.clone();
    json!({"resultType": "complete", "_meta": meta}).to_string()
}

fn meta(server_info: &Value) -> Value {
    json!({SERVER_INFO: server_info})
}

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("wire types serialise")
}
