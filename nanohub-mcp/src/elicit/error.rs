use std::time::Duration;

/// Why a question has no answer.
///
/// Left to `?`, it becomes an error result whose text tells the model what to do; a user who declines or
/// cancels is no error but an [`Elicited`](crate::Elicited).
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ElicitError {
    /// The client cannot show this question. The text tells the model what to ask instead.
    #[error("{instructions}")]
    #[non_exhaustive]
    Unsupported {
        /// What the model should do.
        instructions: String,
    },
    /// The user did not answer in time. The question was withdrawn.
    #[error("the user did not answer within {after:?}; the question was withdrawn")]
    #[non_exhaustive]
    Timeout {
        /// How long it waited.
        after: Duration,
    },
    /// The client went away.
    #[error("the client went away before the user answered")]
    Disconnected,
    /// The client refused to put the question.
    #[error("the client refused to ask the user (code {code})")]
    #[non_exhaustive]
    Rejected {
        /// The code of its JSON-RPC error.
        code: i64,
        /// Its message: the client's text, not to be trusted.
        message: String,
    },
    /// The answers broke the question's rules, each time it was asked.
    #[error("the user's answer could not be used: {reasons}")]
    #[non_exhaustive]
    Invalid {
        /// The rules that were broken, without the values that broke them.
        reasons: String,
    },
    /// The question changes every time that the tool runs, so no answer can belong to it.
    #[error("the question `{key}` changes every time the tool runs, so no answer can be matched to it")]
    #[non_exhaustive]
    Diverged {
        /// The question's key.
        key: String,
    },
    /// The question was polled outside of the call: on a blocking thread, in a spawned task, in another
    /// executor or inside of a `once` step.
    #[error(
        "a question can be asked only in the tool's own async body: not on a blocking thread, in a spawned task, \
         in another executor or inside of a `once` step"
    )]
    OutsideCall,
}
