//! `initialize`: the handshake of the session era.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::codec::session::InitializeResult;
use crate::codec::tool::implementation;
use crate::ctx::caller::Caller;
use crate::jsonrpc::ErrorObject;
use crate::protocol::{ClientCapabilities, Implementation, Revision};
use crate::server::Server;
use crate::server::params;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct InitializeParams {
    protocol_version: String,
    #[serde(default)]
    capabilities: Option<Value>,
    #[serde(default)]
    client_info: Option<Implementation>,
}

/// Reads who wants a session and what it can do.
pub(crate) fn read(params: Option<&RawValue>, session_id: Option<Arc<str>>) -> Result<Caller, ErrorObject> {
    read_at(params, session_id, Revision::negotiate)
}

/// The same, where it is not for the client alone to say at which revision.
pub(crate) fn read_at(
    params: Option<&RawValue>,
    session_id: Option<Arc<str>>,
    negotiate: impl FnOnce(&str) -> Revision,
) -> Result<Caller, ErrorObject> {
    let params: InitializeParams =
        params::read(params, "`initialize` needs `protocolVersion`, `capabilities` and `clientInfo`")?;
    let revision = negotiate(&params.protocol_version);
    let capabilities = ClientCapabilities::new(params.capabilities.unwrap_or_else(|| json!({})), revision)
        .ok_or_else(|| ErrorObject::invalid_params("`capabilities` must be an object"))?;
    Ok(Caller { revision, capabilities, client: params.client_info, session_id })
}

impl Server {
    /// What `initialize` answers, as JSON text.
    pub(crate) fn initialize_result(&self, revision: Revision) -> String {
        let result = InitializeResult {
            protocol_version: revision,
            capabilities: self.capabilities(),
            server_info: implementation(&self.inner.identity, revision),
            instructions: self.inner.instructions.as_deref(),
        };
        serde_json::to_string(&result).expect("wire types serialise")
    }

    /// What there is behind the server in the session era.
    pub(crate) fn capabilities(&self) -> Value {
        let mut capabilities = serde_json::Map::new();
        if self.logs() {
            capabilities.insert("logging".into(), json!({}));
        }
        if self.has_tools() {
            capabilities.insert("tools".into(), json!({"listChanged": true}));
        }
        if self.has_resources() {
            capabilities.insert("resources".into(), json!({"subscribe": true, "listChanged": true}));
        }
        if self.has_prompts() {
            capabilities.insert("prompts".into(), json!({"listChanged": true}));
        }
        if self.completes() {
            capabilities.insert("completions".into(), json!({}));
        }
        Value::Object(capabilities)
    }

    /// Whether anything has a context, and so may log.
    fn logs(&self) -> bool {
        self.catalogue().logs()
            || self.resources().all().any(|registered| registered.has_context)
            || self.prompts().prompts().iter().any(|registered| registered.has_context)
    }
}
