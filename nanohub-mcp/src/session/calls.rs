use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use crate::ctx::cancel::Cancel;
use crate::ctx::state::lock;
use crate::jsonrpc::RequestId;

/// Calls of one client that take longer than one poll, by the client's ids.
#[derive(Debug, Default)]
pub(crate) struct Calls(Mutex<HashMap<RequestId, Arc<Cancel>>>);

impl Calls {
    /// Notes a call that goes on; `None` where a call with that id does already.
    pub(crate) fn enter(self: &Arc<Self>, id: &RequestId, cancel: &Arc<Cancel>) -> Option<InFlight> {
        let mut calls = lock(&self.0);
        if calls.contains_key(id) {
            return None;
        }
        calls.insert(id.clone(), Arc::clone(cancel));
        Some(InFlight { calls: Arc::clone(self), id: id.clone() })
    }

    /// Whether a call with that id goes on.
    pub(crate) fn is_running(&self, id: &RequestId) -> bool {
        lock(&self.0).contains_key(id)
    }

    /// Cancels a call. Unknown ids are ignored (2025-11-25, cancellation).
    pub(crate) fn cancel(&self, id: &RequestId) {
        let cancel = lock(&self.0).get(id).cloned();
        if let Some(cancel) = cancel {
            cancel.cancel();
        }
    }

    /// Cancels all of them.
    pub(crate) fn cancel_all(&self) {
        let calls: Vec<_> = lock(&self.0).values().cloned().collect();
        for cancel in calls {
            cancel.cancel();
        }
    }
}

/// A call that goes on; when it is dropped, it does no more.
#[derive(Debug)]
pub(crate) struct InFlight {
    calls: Arc<Calls>,
    id: RequestId,
}

impl Drop for InFlight {
    fn drop(&mut self) {
        lock(&self.calls.0).remove(&self.id);
    }
}
