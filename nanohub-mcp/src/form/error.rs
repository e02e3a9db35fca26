use std::fmt;

use crate::protocol::Revision;

/// Why a form cannot be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FormError {
    /// The client's revision has no words for this field.
    Unsupported {
        /// Name of the field.
        field: String,
        /// The revision that would have them.
        since: Revision,
    },
    /// The author's mistakes, all of them.
    Broken(Vec<String>),
}

impl fmt::Display for FormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported { field, since } => {
                write!(f, "`{field}` is a choice of several, which clients can show from revision {since} on")
            }
            Self::Broken(problems) => f.write_str(&problems.join("; ")),
        }
    }
}

impl std::error::Error for FormError {}
