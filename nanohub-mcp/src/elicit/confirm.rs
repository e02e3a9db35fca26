use std::fmt;
use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use serde_json::Value;

use crate::ctx::Ctx;
use crate::elicit::ElicitError;
use crate::elicit::ask::form_body;
use crate::elicit::pending::Pending;
use crate::elicit::question::Settled;
use crate::form::Form;
use crate::form::patch::Patch;

/// A yes-or-no question on its way to the user: see [`Ctx::confirm`].
#[must_use = "a question is asked only when it is awaited"]
pub struct Confirm<'a> {
    pending: Pending,
    fallback: Option<String>,
    marker: PhantomData<&'a Ctx>,
}

impl Ctx {
    /// Asks the user to confirm.
    ///
    /// True only where the user accepted *and* said yes; declining, closing the question and saying no are
    /// all false. It must be asked: an answer sent along unasked does not count.
    ///
    /// The answer is the `bool`: a bare `ctx.confirm(..).await?;` asks, and goes on whatever the user says.
    ///
    /// ```
    /// # use nanohub_mcp::{Ctx, ToolError, tool};
    /// /// Delete a run.
    /// #[tool(destructive)]
    /// async fn delete_run(
    ///     ctx: &Ctx,
    ///     /// The run's number.
    ///     run: u32,
    /// ) -> Result<String, ToolError> {
    ///     if !ctx.confirm(format!("Delete run {run} for good?")).await? {
    ///         return Ok("kept".into());
    ///     }
    ///     Ok("deleted".into())
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// See [`ElicitError`].
    pub fn confirm(&self, message: impl Into<String>) -> Confirm<'_> {
        let mut pending = Pending::new(&self.state, "confirm", message.into());
        pending.must_be_asked = true;
        Confirm { pending, fallback: None, marker: PhantomData }
    }
}

impl Confirm<'_> {
    /// Names the question, where a call confirms more than one thing at a time.
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.pending.set_key(key.into());
        self
    }

    /// How long to wait for the answer, from when the question is shown.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.pending.set_timeout(timeout);
        self
    }

    /// Names the tool to call once the user has agreed, for clients that cannot show forms.
    pub fn fallback(mut self, tool: impl Into<String>) -> Self {
        self.fallback = Some(tool.into());
        self
    }
}

impl Future for Confirm<'_> {
    type Output = Result<bool, ElicitError>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { pending, fallback, .. } = self.get_mut();
        let body =
            |pending: &Pending| form_body(pending, Form::confirm(), &Patch::default(), fallback.as_deref());
        Poll::Ready(Ok(match ready!(pending.poll(cx, body))? {
            Settled::Accept(content) => content.get("confirm").is_some_and(|yes| *yes == Value::Bool(true)),
            Settled::Decline | Settled::Cancel => false,
        }))
    }
}

impl fmt::Debug for Confirm<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Confirm").field("key", &self.pending.key()).finish_non_exhaustive()
    }
}
