//! What a tool may know of its caller.

use http::HeaderMap;
use serde_json::{Map, Value};

use crate::ctx::Ctx;
use crate::jsonrpc::RequestId;
use crate::protocol::{ClientCapabilities, Implementation, Revision};

impl Ctx {
    /// Whether [`elicit`](Ctx::elicit) can reach the user: the client shows forms, and there is a way to it.
    #[must_use]
    pub fn supports_form(&self) -> bool {
        self.state.caller.capabilities.form() && self.state.channel.can_ask()
    }

    /// Whether [`elicit_url`](Ctx::elicit_url) can reach the user.
    #[must_use]
    pub fn supports_url(&self) -> bool {
        self.state.caller.capabilities.url() && self.state.channel.can_ask()
    }

    /// What the client declared that it can do.
    #[must_use]
    pub fn client_capabilities(&self) -> &ClientCapabilities {
        &self.state.caller.capabilities
    }

    /// The client's name and version, as it says: not to be relied on for anything that matters.
    #[must_use]
    pub fn client_info(&self) -> Option<&Implementation> {
        self.state.caller.client.as_ref()
    }

    /// The revision of the protocol that this call speaks.
    #[must_use]
    pub fn protocol_version(&self) -> Revision {
        self.state.caller.revision
    }

    /// The session's id, where there is a session. It is a secret of the client's: never log it.
    #[must_use]
    pub fn session_id(&self) -> Option<&str> {
        self.state.caller.session_id.as_deref()
    }

    /// The id of the request, unique among the calls in flight of this client only.
    #[must_use]
    pub fn request_id(&self) -> &RequestId {
        &self.state.request_id
    }

    /// The headers of the HTTP request; empty on stdio.
    #[must_use]
    pub fn headers(&self) -> &HeaderMap {
        &self.state.headers
    }

    /// The request's `_meta`.
    #[must_use]
    pub fn meta(&self) -> &Map<String, Value> {
        &self.state.meta
    }

    /// Whether the call was cancelled, for tools that are not async.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.state.cancel.is_cancelled()
    }

    /// Resolves once the call is cancelled.
    ///
    /// An async tool needs it only to leave something in order: its future is dropped anyway.
    pub async fn cancelled(&self) {
        self.state.cancel.cancelled().await;
    }
}
