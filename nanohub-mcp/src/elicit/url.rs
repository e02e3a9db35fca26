use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use crate::ctx::Ctx;
use crate::ctx::channel::BoxFuture;
use crate::ctx::state::{CallState, lock};
use crate::elicit::ask::{NO_STREAM, fault};
use crate::elicit::pending::Pending;
use crate::elicit::put::Asked;
use crate::elicit::question::{Body, Settled};
use crate::elicit::{ElicitError, Elicited};
use crate::protocol::elicitation::is_web_url;
use crate::random;

/// A URL on its way to the user: see [`Ctx::elicit_url`].
#[must_use = "a question is asked only when it is awaited"]
pub struct AskUrl<'a> {
    pending: Pending,
    url: Url<'a>,
    fallback: Option<String>,
    wait: bool,
    completion: Option<BoxFuture<Result<(), ElicitError>>>,
}

type MakeUrl<'a> = Box<dyn FnOnce(&str) -> String + Send + 'a>;

impl Ctx {
    /// Asks the user to open a URL: to log in elsewhere, to pay, to enter what must not pass through the
    /// client or the model.
    ///
    /// Accepting is consent to open it, not proof that anything was done there; see
    /// [`completed`](AskUrl::completed). The URL is absolute, `https:` outside of development, and carries no
    /// secrets of the user.
    ///
    /// # Errors
    ///
    /// See [`ElicitError`]; a URL that is not absolute http or https is a fault of the tool and ends
    /// the call.
    pub fn elicit_url(&self, message: impl Into<String>, url: impl Into<String>) -> AskUrl<'_> {
        let url = url.into();
        self.elicit_url_with(message, move |_| url)
    }

    /// Like [`elicit_url`](Ctx::elicit_url), with a URL that is made from the question's id.
    ///
    /// The id is unguessable and the same on every replay of the call. The page behind the URL hands it to
    /// [`Server::complete_elicitation`](crate::Server::complete_elicitation) when the user is done.
    ///
    /// # Errors
    ///
    /// See [`ElicitError`].
    pub fn elicit_url_with<'a>(
        &'a self,
        message: impl Into<String>,
        url: impl FnOnce(&str) -> String + Send + 'a,
    ) -> AskUrl<'a> {
        AskUrl {
            pending: Pending::new(&self.state, "url", message.into()),
            url: Url::Make(Box::new(url)),
            fallback: None,
            wait: false,
            completion: None,
        }
    }
}

impl AskUrl<'_> {
    /// Names the question, where a call sends the user to more than one place at a time.
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.pending.set_key(key.into());
        self
    }

    /// How long to wait for the answer, and with [`completed`](AskUrl::completed) once more for the user to
    /// be done.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.pending.set_timeout(timeout);
        self
    }

    /// An answer counts only where this question was put before.
    pub fn must_be_asked(mut self) -> Self {
        self.pending.must_be_asked = true;
        self
    }

    /// Names the tool to go on with, for clients that cannot send users to URLs.
    pub fn fallback(mut self, tool: impl Into<String>) -> Self {
        self.fallback = Some(tool.into());
        self
    }

    /// Accepts only once
    /// [`Server::complete_elicitation`](crate::Server::complete_elicitation) was called with the question's id.
    pub fn completed(mut self) -> Self {
        self.wait = true;
        self
    }
}

impl Future for AskUrl<'_> {
    type Output = Result<Elicited<()>, ElicitError>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { pending, url, fallback, wait, completion } = self.get_mut();
        while completion.is_none() {
            let body = |pending: &Pending| url_body(pending, url, fallback.as_deref(), *wait);
            match ready!(pending.poll(cx, body))? {
                Settled::Accept(_) if *wait => {}
                Settled::Accept(_) => return Poll::Ready(Ok(Elicited::Accept(()))),
                Settled::Decline => return Poll::Ready(Ok(Elicited::Decline)),
                Settled::Cancel => return Poll::Ready(Ok(Elicited::Cancel)),
            }
            let state = Arc::clone(pending.state());
            let id = elicitation_id(&state, pending.key());
            if state.completions.is_complete(&id) {
                return Poll::Ready(Ok(Elicited::Accept(())));
            }
            if state.caller.revision.is_stateless() {
                // Nobody waits here: the client comes back and is asked again until it is done
                // (2026-07-28, elicitation, *URL Mode Flow*).
                pending.again();
            } else {
                *completion = Some(Box::pin(wait_for(state, id, pending.timeout())));
            }
        }
        let Some(completion) = completion else { return Poll::Pending };
        ready!(completion.as_mut().poll(cx))?;
        Poll::Ready(Ok(Elicited::Accept(())))
    }
}

/// Waits until what the user opened is done.
async fn wait_for(state: Arc<CallState>, id: String, timeout: Duration) -> Result<(), ElicitError> {
    let _asked = Asked::new(&state);
    let completed = state.completions.completed(&id);
    tokio::time::timeout(timeout, completed).await.map_err(|_| ElicitError::Timeout { after: timeout })
}

/// A URL, or how to make it once the id is known.
enum Url<'a> {
    Make(MakeUrl<'a>),
    Made(String),
}

impl fmt::Debug for AskUrl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AskUrl").field("key", &self.pending.key()).finish_non_exhaustive()
    }
}

fn url_body(
    pending: &Pending,
    url: &mut Url<'_>,
    fallback: Option<&str>,
    wait: bool,
) -> Result<Body, ElicitError> {
    let state = pending.state();
    let id = elicitation_id(state, pending.key());
    let made = match std::mem::replace(url, Url::Made(String::new())) {
        Url::Make(make) => make(&id),
        // The user accepted, but is not done there.
        Url::Made(made) => made,
    };
    *url = Url::Made(made.clone());
    let url = made;
    if !is_web_url(&url) {
        let problem = "the URL that it sends the user to is not an absolute http or https URL";
        return Err(fault(state, pending.key(), problem.into()));
    }
    let why = if !state.caller.capabilities.url() {
        "This client cannot send the user to a URL (it declares no `elicitation.url` capability)."
    } else if !state.channel.can_ask() {
        NO_STREAM
    } else {
        // Nobody waits in the stateless era, so there is nothing to remember unless the tool comes back to it.
        if wait || !state.caller.revision.is_stateless() {
            state.completions.show(&id, state.channel.announce_completion());
        }
        return Ok(Body::Url { url, id });
    };
    let then = fallback.map(|tool| format!(" and, when they are done, call `{tool}`")).unwrap_or_default();
    let instructions = format!("{why} Ask the user (\"{}\") to open {url}{then}.", pending.message());
    Err(ElicitError::Unsupported { instructions })
}

/// The id of a URL question: made once per call and key, kept in the journal.
fn elicitation_id(state: &CallState, key: &str) -> String {
    // No key of an author's has this in it.
    let step = format!("\0url/{key}");
    let mut journal = lock(&state.journal);
    if let Some(id) = journal.step(&step).and_then(|id| serde_json::from_str(id.get()).ok()) {
        return id;
    }
    let id = random::token();
    let kept = serde_json::value::to_raw_value(&id).expect("a string serialises");
    journal.finish_step(&step, kept);
    id
}
