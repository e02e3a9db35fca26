//! `subscriptions/listen`: notifications on a stream of their own (2026-07-28, subscriptions).

use std::sync::{Arc, Mutex, Weak};

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::codec;
use crate::ctx::state::lock;
use crate::jsonrpc::{ErrorObject, RequestId, message};
use crate::server::Server;
use crate::server::params::read;
use crate::session::stream::MessageStream;
use crate::session::withdrawal;

/// `_meta` key of the subscription that a message belongs to: the id of the request that opened it.
const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";

/// What a client wants to hear of, and what of it there is.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Filter {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    tools_list_changed: bool,
}

#[derive(Deserialize)]
struct ListenParams<'a> {
    #[serde(borrow)]
    notifications: &'a RawValue,
}

/// One subscription; it ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Listener(Arc<Subscription>);

#[derive(Debug)]
struct Subscription {
    id: RequestId,
    filter: Filter,
    stream: Arc<MessageStream>,
}

impl Listener {
    /// The messages of the subscription; the first one is there already.
    pub(crate) fn stream(&self) -> &Arc<MessageStream> {
        &self.0.stream
    }

    /// The request that opened it.
    pub(crate) fn id(&self) -> &RequestId {
        &self.0.id
    }
}

/// The subscriptions of a server.
#[derive(Debug, Default)]
pub(crate) struct Subscriptions(Mutex<Vec<Weak<Subscription>>>);

impl Subscriptions {
    fn add(&self, subscription: &Arc<Subscription>) {
        let mut all = lock(&self.0);
        all.retain(|other| other.strong_count() > 0);
        all.push(Arc::downgrade(subscription));
    }

    fn all(&self) -> Vec<Arc<Subscription>> {
        lock(&self.0).iter().filter_map(Weak::upgrade).collect()
    }
}

impl Subscription {
    /// Every message of a subscription names it.
    fn tagged(&self, method: &str, mut params: Value) -> Bytes {
        params["_meta"] = json!({SUBSCRIPTION_ID: self.id});
        message::notification(method, &params)
    }
}

impl Server {
    /// Opens a subscription. Its first message says what of the wishes is heard.
    pub(crate) fn listen(&self, id: &RequestId, params: Option<&RawValue>) -> Result<Listener, ErrorObject> {
        const NEEDED: &str = "`subscriptions/listen` needs `notifications`, an object of what to listen to";
        let ListenParams { notifications } = read(params, NEEDED)?;
        let notifications: Filter = read(Some(notifications), NEEDED)?;
        let filter = Filter {
            tools_list_changed: notifications.tools_list_changed && self.catalogue().offers_tools(),
        };
        let subscription = Arc::new(Subscription { id: id.clone(), filter, stream: Arc::default() });
        let honoured = json!({"notifications": subscription.filter});
        subscription.stream.push(subscription.tagged("notifications/subscriptions/acknowledged", honoured));
        self.inner.subscriptions.add(&subscription);
        Ok(Listener(subscription))
    }

    /// Tells clients that the list of tools has changed: sessions on their own stream, others where they
    /// listen.
    ///
    /// [`add_tool`](Server::add_tool) and [`remove_tool`](Server::remove_tool) do so themselves.
    pub fn tools_changed(&self) {
        const METHOD: &str = "notifications/tools/list_changed";
        let notification = message::notification(METHOD, &json!({}));
        for session in self.sessions().all() {
            session.notify(notification.clone());
        }
        for subscription in self.inner.subscriptions.all() {
            if subscription.filter.tools_list_changed {
                subscription.stream.push(subscription.tagged(METHOD, json!({})));
            }
        }
    }

    /// Ends all subscriptions, telling their clients; `false` where there are none.
    ///
    /// The result comes first and the cancellation after it: a client that has the one ignores the other,
    /// and the specification asks for both (2026-07-28, subscriptions, *Graceful Closure*, and cancellation).
    pub(crate) fn end_subscriptions(&self) -> bool {
        let subscriptions = self.inner.subscriptions.all();
        for subscription in &subscriptions {
            let result =
                codec::stateless::closed(json!({SUBSCRIPTION_ID: subscription.id}), self.server_info());
            subscription.stream.push(message::success(&subscription.id, &result));
            subscription.stream.push(withdrawal(&subscription.id, "the server is shutting down"));
            subscription.stream.finish();
        }
        !subscriptions.is_empty()
    }
}
