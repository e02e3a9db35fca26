use std::sync::Arc;

use crate::protocol::{ClientCapabilities, Implementation, Revision};

/// Who calls, and what they can do: of a session in the session era, of one request in the stateless era.
#[derive(Debug)]
pub(crate) struct Caller {
    pub(crate) revision: Revision,
    pub(crate) capabilities: ClientCapabilities,
    pub(crate) client: Option<Implementation>,
    pub(crate) session_id: Option<Arc<str>>,
}

impl Caller {
    /// Nobody in particular, who can do nothing: a request without a session and without `_meta`.
    pub(crate) fn anonymous() -> Self {
        Self {
            revision: Revision::LATEST_SESSION,
            capabilities: ClientCapabilities::none(Revision::LATEST_SESSION),
            client: None,
            session_id: None,
        }
    }
}
