//! Results of the session era (2024-11-05 to 2025-11-25).

use serde::Serialize;
use serde_json::{Value, json};

use crate::codec::result::Shape;
use crate::ctx::caller::Caller;
use crate::jsonrpc::{ErrorCode, ErrorObject};
use crate::protocol::Revision;
use crate::server::operation::Operation;
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

/// What a call came to, as JSON text. The ids of URLs that the client is told to open are passed to `shown`.
pub(crate) fn finish<O: Operation>(
    operation: &O,
    caller: &Caller,
    output: Output<O::Product>,
    shown: impl Fn(&str),
) -> Result<String, ErrorObject> {
    let Caller { revision, capabilities, .. } = caller;
    let shape = Shape::session(*revision);
    match output.0 {
        Ok(product) => operation.success(&shape, product),
        Err(error) => {
            let failed = error.into_failure();
            // -32042 exists at 2025-11-25 only, and only for clients that open URLs.
            if !failed.urls.is_empty() && capabilities.url() && *revision == Revision::V2025_11_25 {
                failed.urls.iter().for_each(|url| shown(url.id()));
                return Err(url_required(&failed));
            }
            operation.failure(&shape, &failed)
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
