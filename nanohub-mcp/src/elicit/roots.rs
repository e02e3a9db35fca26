use std::fmt;
use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::ctx::Ctx;
use crate::elicit::ElicitError;
use crate::elicit::pending::Pending;
use crate::elicit::question::{Body, Settled};

/// A request for the client's roots on its way: see [`Ctx::list_roots`].
#[must_use = "a client is asked only when this is awaited"]
pub struct ListRoots<'a> {
    pending: Pending,
    marker: PhantomData<&'a Ctx>,
}

/// A place that the client has the server work in. Guidance, not access control.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct Root {
    /// A `file:` URI.
    pub uri: String,
    /// Name for people.
    #[serde(default)]
    pub name: Option<String>,
}

impl Ctx {
    /// Asks the client which places it has the server work in.
    ///
    /// Upstream has deprecated roots with 2026-07-28: it works with clients that declare them, and new tools
    /// had better take paths as arguments.
    ///
    /// # Errors
    ///
    /// See [`ElicitError`]: `Unsupported` where the client did not declare `roots`.
    pub fn list_roots(&self) -> ListRoots<'_> {
        ListRoots { pending: Pending::new(&self.state, "roots", String::new()), marker: PhantomData }
    }
}

impl ListRoots<'_> {
    /// Names the request, where a call makes more than one at a time.
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.pending.set_key(key.into());
        self
    }

    /// How long to wait for the answer.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.pending.set_timeout(timeout);
        self
    }
}

impl Future for ListRoots<'_> {
    type Output = Result<Vec<Root>, ElicitError>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let roots = match ready!(self.get_mut().pending.poll(cx, body))? {
            Settled::Accept(mut answer) => answer.remove("roots").unwrap_or(Value::Null),
            Settled::Decline | Settled::Cancel => Value::Null,
        };
        Poll::Ready(
            serde_json::from_value(roots)
                .map_err(|_| ElicitError::Invalid { reasons: "the client's answer has no `roots`".into() }),
        )
    }
}

fn body(pending: &Pending) -> Result<Body, ElicitError> {
    let state = pending.state();
    if !state.caller.capabilities.roots() {
        return Err(ElicitError::Unsupported {
            instructions: "This client does not list its roots (it declares no `roots` capability).".into(),
        });
    }
    if !state.channel.can_ask() {
        return Err(ElicitError::Unsupported { instructions: super::ask::NO_STREAM.into() });
    }
    let params = RawValue::from_string("{}".into()).expect("an object is JSON");
    Ok(Body::Request { method: "roots/list", params })
}

impl fmt::Debug for ListRoots<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ListRoots").field("key", &self.pending.key()).finish_non_exhaustive()
    }
}
