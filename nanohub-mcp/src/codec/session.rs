//! Results of the session era (2024-11-05 to 2025-11-25).

use serde::Serialize;
use serde_json::{Value, json};

use crate::codec::result::{Shape, failure, success};
use crate::jsonrpc::{ErrorCode, ErrorObject};
use crate::protocol::Revision;
use crate::server::catalogue::Registered;
use crate::tool::error::{Failure, UrlRequired};
use crate::tool::output::Output;

/// What a server says of itself in `initialize`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InitializeResult<'a> {
    pub(crate) protocol_version: Revision,
    pub(crate) capabilities: Value,
    pub(crate) server_info: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) instructions: Option<&'a str>,
}

/// The result of `tools/call`, as JSON text. The ids of URLs that the client is told to open are passed to
/// `shown`.
pub(crate) fn call_result(
    registered: &Registered,
    revision: Revision,
    opens_urls: bool,
    output: Output,
    shown: impl Fn(&str),
) -> Result<String, ErrorObject> {
    let shape = Shape::session(revision);
    match output.0 {
        Ok(result) => Ok(success(registered, &shape, &result)),
        Err(error) => {
            let failed = error.into_failure();
            // -32042 exists at 2025-11-25 only, and only for clients that open URLs.
            if !failed.urls.is_empty() && opens_urls && revision == Revision::V2025_11_25 {
                failed.urls.iter().for_each(|url| shown(url.id()));
                return Err(url_required(&failed));
            }
            Ok(failure(&shape, &failed))
        }
    }
}

fn url_required(failed: &Failure) -> ErrorObject {
    let elicitations: Vec<Value> = failed
        .urls
        .iter()
        .map(|UrlRequired { message, url, id }| {
            json!({"mode": "url", "elicitationId": id, "url": url, "message": message})
        })
        .collect();
    ErrorObject::new(ErrorCode::UrlElicitationRequired, &failed.message)
        .data(json!({"elicitations": elicitations}))
}
