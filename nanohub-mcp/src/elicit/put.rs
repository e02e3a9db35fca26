//! Puts a question: looks for a past answer, asks, checks the answer, asks again.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::ctx::channel::{Asking, Standing};
use crate::ctx::journal::Known;
use crate::ctx::state::{CallState, lock};
use crate::elicit::ElicitError;
use crate::elicit::question::{Question, Refused, Settled};
use crate::tool::ToolError;

/// How many answers may be refused before the question fails.
const MAX_REFUSED: u8 = 3;

pub(crate) async fn put(state: Arc<CallState>, question: Question) -> Result<Settled, ElicitError> {
    let digest = question.digest()?;
    let key = &question.key;
    if !lock(&state.keys).claim_question(key, digest) {
        state.fail(ToolError::fault(format!(
            "`{}` asks two different questions under the key `{key}`; its author has to give each a key of its own",
            state.tool
        )));
        return std::future::pending().await;
    }
    loop {
        let known = lock(&state.journal).look_up(key, digest, &question.message);
        let (attempt, reasons, standing) = match known {
            Known::Answered(answer) => {
                return question.settle(&answer).map_err(|refused| invalid(&refused));
            }
            Known::Open { attempt, reasons, standing } => (attempt, reasons, standing),
            Known::Changed { before } => {
                tracing::warn!(
                    tool = state.tool,
                    key,
                    before,
                    now = cfg!(debug_assertions).then_some(&question.message),
                    "a tool that ran again asked something else under the same key; the answer that it had is dropped"
                );
                (0, String::new(), Standing::Changed)
            }
            Known::Diverged => return Err(ElicitError::Diverged { key: key.clone() }),
        };
        if attempt >= MAX_REFUSED {
            return Err(ElicitError::Invalid { reasons });
        }
        let asking = Asking {
            key: key.clone(),
            method: question.method(),
            params: question.params(state.caller.revision, &reasons)?,
            timeout: question.timeout,
            must_be_asked: question.must_be_asked,
            standing,
        };
        let answer = {
            let _asked = Asked::new(&state);
            Arc::clone(&state.channel).ask(asking).await?
        };
        match question.settle(&answer) {
            Ok(settled) => {
                lock(&state.journal).answer(key, question.keep(&settled));
                return Ok(settled);
            }
            Err(Refused::Content(reasons)) => lock(&state.journal).refuse(key, reasons),
            // Not the person's mistake: asking again would meet the same client.
            Err(refused @ Refused::Protocol(_)) => return Err(invalid(&refused)),
        }
    }
}

fn invalid(refused: &Refused) -> ElicitError {
    let reasons = match refused {
        Refused::Content(reasons) => reasons.clone(),
        Refused::Protocol(fault) => (*fault).to_owned(),
    };
    ElicitError::Invalid { reasons }
}

/// Counts, for as long as it lives, a person as being asked.
pub(crate) struct Asked<'a>(&'a CallState);

impl<'a> Asked<'a> {
    pub(crate) fn new(state: &'a CallState) -> Self {
        state.asking.fetch_add(1, Ordering::Relaxed);
        Self(state)
    }
}

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        self.0.asking.fetch_sub(1, Ordering::Relaxed);
    }
}
