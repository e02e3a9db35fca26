//! Who hears of a resource: sessions that subscribed (before 2026-07-28), and subscriptions that listen.

use serde_json::json;
use serde_json::value::RawValue;

use crate::jsonrpc::{ErrorObject, message};
use crate::server::Server;
use crate::server::params::ResourceParams;
use crate::session::Session;

impl Server {
    pub(crate) fn subscribe(&self, session: &Session, params: Option<&RawValue>) -> Result<(), ErrorObject> {
        let ResourceParams { uri } = ResourceParams::read(params)?;
        let found = self.find_resource(&uri, session.caller.revision)?;
        session.subscriptions.add(uri.into_owned(), found.uri).map_err(ErrorObject::invalid_params)
    }

    /// Ends a subscription; one that there is not has ended already.
    pub(crate) fn unsubscribe(
        &self,
        session: &Session,
        params: Option<&RawValue>,
    ) -> Result<(), ErrorObject> {
        let ResourceParams { uri } = ResourceParams::read(params)?;
        self.find_resource(&uri, session.caller.revision)?;
        session.subscriptions.remove(&uri);
        Ok(())
    }

    /// Tells the clients that subscribed to a resource that it has changed.
    ///
    /// The URI is the resource's own, with the values of its variables: `runs://42/log`.
    pub fn resource_updated(&self, uri: &str) {
        for session in self.sessions().all() {
            // Each hears of it by the URI that it knows.
            for known in session.subscriptions.of(uri) {
                session
                    .notify(message::notification("notifications/resources/updated", &json!({"uri": known})));
            }
        }
        self.tell_listeners_of(uri);
    }
}
