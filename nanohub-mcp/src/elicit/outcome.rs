/// What the user did with a question. All three are ordinary outcomes, none is an error.
///
/// ```
/// use nanohub_mcp::Elicited;
///
/// fn status(answer: Elicited<String>) -> String {
///     match answer {
///         Elicited::Accept(queue) => format!("submitted to {queue}"),
///         Elicited::Decline => "the user declined".into(),
///         Elicited::Cancel => "the user closed the question".into(),
///     }
/// }
/// # assert_eq!(status(Elicited::Decline), "the user declined");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use = "a user who declines or cancels has to be heard"]
pub enum Elicited<T> {
    /// The user answered.
    Accept(T),
    /// The user said no.
    Decline,
    /// The user closed the question without an answer.
    Cancel,
}

impl<T> Elicited<T> {
    /// The answer, where there is one.
    #[must_use]
    pub fn accepted(self) -> Option<T> {
        match self {
            Self::Accept(answer) => Some(answer),
            Self::Decline | Self::Cancel => None,
        }
    }

    /// The outcome with another answer.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Elicited<U> {
        match self {
            Self::Accept(answer) => Elicited::Accept(change(answer)),
            Self::Decline => Elicited::Decline,
            Self::Cancel => Elicited::Cancel,
        }
    }
}
