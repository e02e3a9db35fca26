use std::fmt;
use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use serde_json::{Map, Value};

use crate::ctx::Ctx;
use crate::ctx::state::CallState;
use crate::elicit::pending::Pending;
use crate::elicit::question::{Body, Settled};
use crate::elicit::{ElicitError, Elicited};
use crate::form::error::FormError;
use crate::form::patch::Patch;
use crate::form::{Choice, ElicitForm, Form, FormField};
use crate::protocol::Revision;
use crate::tool::ToolError;

/// A form on its way to the user: see [`Ctx::elicit`].
///
/// `Rule` keeps [`or`](Ask::or) and [`must_be_asked`](Ask::must_be_asked) from meeting.
#[must_use = "a question is asked only when it is awaited"]
pub struct Ask<'a, F, Rule = Open> {
    pending: Pending,
    form: &'static Arc<Form>,
    // Kept rather than called through the trait, so that a type that is no form is one error, at its name.
    decode: fn(&Map<String, Value>) -> Option<F>,
    patch: Patch,
    fallback: Option<String>,
    or: Option<F>,
    // The context is lent, so a question cannot outlive its call.
    lent: PhantomData<&'a Ctx>,
    rule: PhantomData<fn() -> Rule>,
}

/// Neither a stand-in answer nor a demand to be asked: see [`Ask`].
#[derive(Debug)]
pub enum Open {}

/// With a stand-in answer: see [`Ask::or`].
#[derive(Debug)]
pub enum WithAnswer {}

/// To be asked in any case: see [`Ask::must_be_asked`].
#[derive(Debug)]
pub enum MustBeAsked {}

impl Ctx {
    /// Asks the user to fill in a form.
    ///
    /// Where the client cannot show forms, the error's text tells the model what to ask in the
    /// conversation; [`fallback`](Ask::fallback) names the tool that takes the answers.
    ///
    /// An answer that breaks the form's rules is asked again, with the reasons, at most three times.
    ///
    /// ```
    /// use nanohub_mcp::{Ctx, ElicitForm, Elicited, ToolError, tool};
    ///
    /// /// How to name a run.
    /// #[derive(ElicitForm)]
    /// struct Naming {
    ///     /// Name of the run.
    ///     #[form(len = 1..=40)]
    ///     name: String,
    /// }
    ///
    /// /// Name a run.
    /// #[tool]
    /// async fn name_run(ctx: &Ctx) -> Result<String, ToolError> {
    ///     match ctx.elicit::<Naming>("What shall the run be called?").await? {
    ///         Elicited::Accept(form) => Ok(format!("named {}", form.name)),
    ///         Elicited::Decline | Elicited::Cancel => Ok("left without a name".into()),
    ///     }
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// See [`ElicitError`]; a user who declines or cancels is not one of them.
    pub fn elicit<F: ElicitForm>(&self, message: impl Into<String>) -> Ask<'_, F> {
        Ask {
            pending: Pending::new(&self.state, F::form().key(), message.into()),
            form: F::form(),
            decode: F::decode,
            patch: Patch::default(),
            fallback: None,
            or: None,
            lent: PhantomData,
            rule: PhantomData,
        }
    }
}

impl<'a, F: ElicitForm, Rule> Ask<'a, F, Rule> {
    /// Names the question, where a call asks the same form more than once at a time.
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.pending.set_key(key.into());
        self
    }

    /// How long to wait for the answer, from when the question is shown. 60 s unless the server says
    /// otherwise. Clients without a session are not waited for.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.pending.set_timeout(timeout);
        self
    }

    /// Fills the form in beforehand, for this one time.
    pub fn prefill(mut self, form: &F) -> Self {
        self.patch.prefill(form);
        self
    }

    /// Says what can be chosen for a field whose choices are `dynamic`.
    pub fn choices<I>(mut self, field: FormField<F>, choices: I) -> Self
    where
        I: IntoIterator,
        I::Item: Into<Choice>,
    {
        self.patch.choices(field, choices);
        self
    }

    /// Names the tool that takes the answers as arguments, for clients that cannot show forms.
    pub fn fallback(mut self, tool: impl Into<String>) -> Self {
        self.fallback = Some(tool.into());
        self
    }

    fn change<Other>(self, must_be_asked: bool, or: Option<F>) -> Ask<'a, F, Other> {
        let Self { mut pending, form, decode, patch, fallback, .. } = self;
        pending.must_be_asked = must_be_asked;
        Ask { pending, form, decode, patch, fallback, or, lent: PhantomData, rule: PhantomData }
    }
}

impl<'a, F: ElicitForm> Ask<'a, F, Open> {
    /// Takes this answer as accepted where the client cannot show forms, and only there.
    pub fn or(self, answer: F) -> Ask<'a, F, WithAnswer> {
        self.change(false, Some(answer))
    }

    /// An answer counts only where this question was put before: for consent to what cannot be undone.
    ///
    /// Clients without a session could otherwise send an answer along with their first request.
    pub fn must_be_asked(self) -> Ask<'a, F, MustBeAsked> {
        self.change(true, None)
    }
}

impl<F, Rule> Future for Ask<'_, F, Rule> {
    type Output = Result<Elicited<F>, ElicitError>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        // Nothing of it is pinned: it is `Unpin`, so that every `join!` takes it.
        let this = self.get_mut();
        let Self { pending, form, decode, patch, fallback, or, .. } = this;
        let mut stand_in = false;
        let body = |pending: &Pending| {
            let result = form_body(pending, form, patch, fallback.as_deref());
            stand_in = matches!(result, Err(ElicitError::Unsupported { .. }));
            result
        };
        let settled = ready!(pending.poll(cx, body));
        if stand_in && let Some(answer) = or.take() {
            return Poll::Ready(Ok(Elicited::Accept(answer)));
        }
        Poll::Ready(match settled? {
            Settled::Accept(content) => decode(&content)
                .map(Elicited::Accept)
                .ok_or_else(|| ElicitError::Invalid { reasons: "it does not fit the form".into() }),
            Settled::Decline => Ok(Elicited::Decline),
            Settled::Cancel => Ok(Elicited::Cancel),
        })
    }
}

impl<F, Rule> Unpin for Ask<'_, F, Rule> {}

impl<F, Rule> fmt::Debug for Ask<'_, F, Rule> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ask").field("key", &self.pending.key()).finish_non_exhaustive()
    }
}

/// Ends the call over a question that its author has to mend: neither the person nor the model can.
pub(crate) fn fault(state: &CallState, key: &str, problem: String) -> ElicitError {
    tracing::error!(tool = state.tool, question = key, problem, "a tool asks what cannot be asked");
    let text = format!("`{}` cannot ask, because of a fault of its own: {problem}", state.tool);
    state.fail(ToolError::fault(text));
    ElicitError::Invalid { reasons: problem }
}

/// Why a client that could show a question is not asked.
pub(crate) const NO_STREAM: &str =
    "This client cannot be asked (the `Accept` of its request does not name `text/event-stream`).";

/// The form as a question, or why and with what words it cannot be put.
pub(crate) fn form_body(
    pending: &Pending,
    form: &Arc<Form>,
    patch: &Patch,
    fallback: Option<&str>,
) -> Result<Body, ElicitError> {
    let state = pending.state();
    // Before anything is said of the client: what is wrong with the form would be told to the model.
    if let Err(FormError::Broken(problems)) = form.askable(Revision::V2026_07_28, patch) {
        return Err(fault(state, pending.key(), problems.join("; ")));
    }
    let why = if !state.caller.capabilities.form() {
        "This client cannot show forms (it declares no `elicitation` capability for them).".to_owned()
    } else if !state.channel.can_ask() {
        NO_STREAM.to_owned()
    } else {
        match form.askable(state.caller.revision, patch) {
            Ok(()) => return Ok(Body::Form { form: Arc::clone(form), patch: patch.clone() }),
            Err(error) => format!("This client cannot show this form ({error})."),
        }
    };
    let (question, asked) = (pending.message(), form.describe(patch));
    let then = fallback.map(|tool| format!(" Then call `{tool}` with the answers.")).unwrap_or_default();
    let instructions = format!("{why} Ask the user (\"{question}\") for: {asked}.{then}");
    Err(ElicitError::Unsupported { instructions })
}
