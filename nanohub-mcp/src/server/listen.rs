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
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    prompts_list_changed: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    resources_list_changed: bool,
    /// URIs, as the client writes them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    resource_subscriptions: Vec<String>,
}

/// How many resources a subscription may name.
const MOST_RESOURCES: usize = 1000;

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
    /// The URIs of its resources as the server has them, in the order of the filter.
    resources: Vec<String>,
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
        if notifications.resource_subscriptions.len() > MOST_RESOURCES {
            return Err(ErrorObject::invalid_params("`resourceSubscriptions` has too many URIs"));
        }
        let catalogue = self.resources();
        // Of resources that there are not, nothing will ever be heard.
        let (resource_subscriptions, resources) = notifications
            .resource_subscriptions
            .into_iter()
            .filter_map(|uri| catalogue.find(&uri).map(|found| (uri, found.uri)))
            .unzip();
        let filter = Filter {
            tools_list_changed: notifications.tools_list_changed && self.has_tools(),
            prompts_list_changed: notifications.prompts_list_changed && self.has_prompts(),
            resources_list_changed: notifications.resources_list_changed && self.has_resources(),
            resource_subscriptions,
        };
        let subscription =
            Arc::new(Subscription { id: id.clone(), filter, resources, stream: Arc::default() });
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
        self.list_changed("notifications/tools/list_changed", |filter| filter.tools_list_changed);
    }

    /// Tells clients that the list of resources, or that of templates, has changed.
    ///
    /// [`add_resource`](Server::add_resource) and [`remove_resource`](Server::remove_resource) do so themselves.
    pub fn resources_changed(&self) {
        self.list_changed("notifications/resources/list_changed", |filter| filter.resources_list_changed);
    }

    /// Tells clients that the list of prompts has changed.
    ///
    /// [`add_prompt`](Server::add_prompt) and [`remove_prompt`](Server::remove_prompt) do so themselves.
    pub fn prompts_changed(&self) {
        self.list_changed("notifications/prompts/list_changed", |filter| filter.prompts_list_changed);
    }

    fn list_changed(&self, method: &str, is_wanted: fn(&Filter) -> bool) {
        let notification = message::notification(method, &json!({}));
        for session in self.sessions().all() {
            session.notify(notification.clone());
        }
        for subscription in self.inner.subscriptions.all() {
            if is_wanted(&subscription.filter) {
                subscription.stream.push(subscription.tagged(method, json!({})));
            }
        }
    }

    /// Tells those who listen to a resource that it has changed, by the URI that each of them knows.
    pub(crate) fn tell_listeners_of(&self, uri: &str) {
        for subscription in self.inner.subscriptions.all() {
            let known = subscription.filter.resource_subscriptions.iter().zip(&subscription.resources);
            for (known, _) in known.filter(|(_, own)| *own == uri) {
                let message = subscription.tagged("notifications/resources/updated", json!({"uri": known}));
                subscription.stream.push(message);
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
