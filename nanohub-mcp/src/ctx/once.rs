use std::error::Error;
use std::fmt;
use std::future::Future;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::ctx::Ctx;
use crate::ctx::driver::apart;
use crate::ctx::once_store::Claim;
use crate::ctx::state::lock;
use crate::tool::ToolError;

/// Why a [`once`](Ctx::once) step has no result.
#[derive(Debug)]
pub struct OnceError {
    key: String,
    source: Box<dyn Error + Send + Sync>,
}

impl OnceError {
    /// The key of the step.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The step's own error, where it is of that type.
    #[must_use]
    pub fn downcast_ref<E: Error + 'static>(&self) -> Option<&E> {
        self.source.downcast_ref()
    }
}

/// What the step says, and nothing of the key: a model reads it, and could do nothing with that.
impl fmt::Display for OnceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.source, f)
    }
}

impl Error for OnceError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.source()
    }
}

impl Ctx {
    /// Runs a step once per call, however often the tool has to run from the top.
    ///
    /// With clients that have no session a tool that asks is run again, from its first line, with the
    /// answer: what it did before the question would be done again. A step under `once` is not: its result
    /// is kept with the answers and returned. An `Err` is not kept, the step then runs again.
    ///
    /// The future has to be lazy: what it does, it does when polled. Keys are the author's and unique within
    /// a call: two steps under one key end it with an error. A step asks nothing: a question in it fails.
    ///
    /// ```
    /// # use nanohub_mcp::{Ctx, ToolError, tool};
    /// # async fn charge(_: &str) -> Result<String, std::io::Error> { Ok("receipt 1".into()) }
    /// # fn next_number() -> u32 { 1 }
    /// use std::convert::Infallible;
    ///
    /// /// Order a part.
    /// #[tool]
    /// async fn order(
    ///     ctx: &Ctx,
    ///     /// The part's number.
    ///     part: String,
    /// ) -> Result<String, ToolError> {
    ///     let receipt = ctx.once("charge", charge(&part)).await?;
    ///     // A step that cannot fail says so.
    ///     let number = ctx.once("number", async { Ok::<_, Infallible>(next_number()) }).await?;
    ///     let ship = ctx.confirm("Ship it now?").await?;
    ///     Ok(format!("order {number}, {receipt}, shipped: {ship}"))
    /// }
    /// ```
    ///
    /// Once per call is not once for good: a client that sends a request again, with what it carried before
    /// the step, has the step run again, unless a [`OnceStore`](crate::OnceStore) remembers it.
    ///
    /// # Errors
    ///
    /// What the step returned, or that its result cannot be written as JSON and read back.
    pub async fn once<T, E, F>(&self, key: &str, future: F) -> Result<T, OnceError>
    where
        T: Serialize + DeserializeOwned,
        E: Into<Box<dyn Error + Send + Sync>>,
        F: Future<Output = Result<T, E>> + Send,
    {
        let failed = |source: Box<dyn Error + Send + Sync>| OnceError { key: key.to_owned(), source };
        let read = |result: &str| serde_json::from_str(result).map_err(|error| failed(Box::new(error)));
        let known = lock(&self.state.journal).step(key).map(|result| result.get().to_owned());
        if let Some(result) = known {
            self.claim_step(key);
            return read(&result);
        }
        // Steps that run are waited for; after them a cancelled call begins no others.
        if self.state.cancel.is_cancelled() {
            return Err(failed("the call was cancelled".into()));
        }
        // The journal of a session does not leave the process, and is never replayed.
        let store = self.state.once_store.as_deref().filter(|_| self.state.caller.revision.is_stateless());
        let name = store.map(|_| format!("{}/{key}", lock(&self.state.journal).call()));
        let _step = self.state.step();
        if let (Some(store), Some(name)) = (store, &name) {
            match store.begin(name).await {
                Claim::New => {}
                Claim::Done(result) => {
                    self.record(
                        key,
                        RawValue::from_string(result.clone()).map_err(|error| failed(Box::new(error)))?,
                    );
                    return read(&result);
                }
                Claim::Begun => {
                    return Err(failed("it was begun before, and nobody knows how it ended".into()));
                }
            }
        }
        let written = apart(future).await.map_err(Into::into).and_then(|value| {
            let result = serde_json::value::to_raw_value(&value)?;
            Ok((value, result))
        });
        match written {
            Ok((value, result)) => {
                if let (Some(store), Some(name)) = (store, &name) {
                    store.finish(name, result.get()).await;
                }
                self.record(key, result);
                Ok(value)
            }
            Err(error) => {
                if let (Some(store), Some(name)) = (store, &name) {
                    store.abandon(name).await;
                }
                Err(failed(error))
            }
        }
    }

    fn record(&self, key: &str, result: Box<RawValue>) {
        lock(&self.state.journal).finish_step(key, result);
        self.claim_step(key);
    }

    /// One key, one step: a second one would get the result of the first for its own.
    fn claim_step(&self, key: &str) {
        if !lock(&self.state.keys).claim_step(key) {
            self.state.fail(ToolError::fault(format!(
                "`{}` has two steps under the key `{key}`, and the second one got the result of the first; its author \
                 has to give each `once` a key of its own",
                self.state.tool
            )));
        }
    }
}
