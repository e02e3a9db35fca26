use std::error::Error;
use std::fmt;
use std::future::Future;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::ctx::Ctx;
use crate::ctx::driver::apart;
use crate::ctx::state::lock;

/// Why a [`once`](Ctx::once) step has no result.
#[derive(Debug)]
pub struct OnceError {
    key: String,
    source: Box<dyn Error + Send + Sync>,
}

impl OnceError {
    /// The step's own error, where it is of that type.
    #[must_use]
    pub fn downcast_ref<E: Error + 'static>(&self) -> Option<&E> {
        self.source.downcast_ref()
    }
}

impl fmt::Display for OnceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step `{}` failed", self.key)
    }
}

impl Error for OnceError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.source)
    }
}

impl Ctx {
    /// Runs a step once per call, however often the tool has to run from the top.
    ///
    /// With clients that have no session a tool that asks is run again, from its first line, with the
    /// answer: what it did before the question would be done again. A step under `once` is not: its result
    /// is kept with the answers and returned. An `Err` is not kept, the step then runs again.
    ///
    /// A step asks nothing: a question in it fails with
    /// [`ElicitError::OutsideCall`](crate::ElicitError::OutsideCall). The future has to be lazy: what it does, it does when polled. Keys are the author's and unique within
    /// a call.
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
        let known = lock(&self.state.journal).step(key).map(|result| serde_json::from_str(result.get()));
        if let Some(result) = known {
            return result.map_err(|error| failed(Box::new(error)));
        }
        // Steps that run are waited for; after them a cancelled call begins no others.
        if self.state.cancel.is_cancelled() {
            return Err(failed("the call was cancelled".into()));
        }
        let value = {
            let _step = self.state.step();
            apart(future).await.map_err(|error| failed(error.into()))?
        };
        let result = serde_json::value::to_raw_value(&value).map_err(|error| failed(Box::new(error)))?;
        lock(&self.state.journal).finish_step(key, result);
        Ok(value)
    }
}
