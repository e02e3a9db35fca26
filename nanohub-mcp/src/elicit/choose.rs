use std::fmt;
use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use serde_json::Value;

use crate::ctx::Ctx;
use crate::elicit::ask::form_body;
use crate::elicit::pending::Pending;
use crate::elicit::question::Settled;
use crate::elicit::{ElicitError, Elicited};
use crate::form::Form;
use crate::form::patch::Patch;

/// A choice on its way to the user: see [`Ctx::choose`].
#[must_use = "a question is asked only when it is awaited"]
pub struct Choose<'a> {
    pending: Pending,
    form: Arc<Form>,
    fallback: Option<String>,
    marker: PhantomData<&'a Ctx>,
}

impl Ctx {
    /// Asks the user to choose one of several options, each a value and what the user reads.
    ///
    /// ```
    /// # use nanohub_mcp::{Ctx, Elicited, ToolError, tool};
    /// /// Open one of the user's runs.
    /// #[tool]
    /// async fn open_run(ctx: &Ctx) -> Result<String, ToolError> {
    ///     let runs = [("r1", "Silicon, 300 K"), ("r2", "Silicon, 77 K")];
    ///     Ok(match ctx.choose("Which run?", runs).await? {
    ///         Elicited::Accept(run) => format!("opened {run}"),
    ///         Elicited::Decline | Elicited::Cancel => "nothing opened".into(),
    ///     })
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// See [`ElicitError`].
    pub fn choose<V, T>(
        &self,
        message: impl Into<String>,
        options: impl IntoIterator<Item = (V, T)>,
    ) -> Choose<'_>
    where
        V: Into<String>,
        T: Into<String>,
    {
        let options = options.into_iter().map(|(value, title)| (value.into(), title.into()));
        Choose {
            pending: Pending::new(&self.state, "choose", message.into()),
            form: Arc::new(Form::choose(options)),
            fallback: None,
            marker: PhantomData,
        }
    }
}

impl Choose<'_> {
    /// Names the question, where a call has the user choose more than one thing at a time.
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.pending.set_key(key.into());
        self
    }

    /// How long to wait for the answer, from when the question is shown.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.pending.set_timeout(timeout);
        self
    }

    /// An answer counts only where this question was put before.
    pub fn must_be_asked(mut self) -> Self {
        self.pending.must_be_asked = true;
        self
    }

    /// Names the tool that takes the answer as an argument, for clients that cannot show forms.
    pub fn fallback(mut self, tool: impl Into<String>) -> Self {
        self.fallback = Some(tool.into());
        self
    }
}

impl Future for Choose<'_> {
    type Output = Result<Elicited<String>, ElicitError>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { pending, form, fallback, .. } = self.get_mut();
        let body = |pending: &Pending| form_body(pending, form, &Patch::default(), fallback.as_deref());
        Poll::Ready(match ready!(pending.poll(cx, body))? {
            Settled::Accept(content) => match content.get("choice").and_then(Value::as_str) {
                Some(choice) => Ok(Elicited::Accept(choice.to_owned())),
                None => Err(ElicitError::Invalid { reasons: "nothing was chosen".into() }),
            },
            Settled::Decline => Ok(Elicited::Decline),
            Settled::Cancel => Ok(Elicited::Cancel),
        })
    }
}

impl fmt::Debug for Choose<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Choose").field("key", &self.pending.key()).finish_non_exhaustive()
    }
}
