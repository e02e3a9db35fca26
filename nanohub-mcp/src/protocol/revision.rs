use std::fmt;

use serde::Serialize;

/// A revision of the protocol, ordered by age.
///
/// Up to [`Revision::V2025_11_25`] a client opens a *session* with `initialize`; from
/// [`Revision::V2026_07_28`] on every request is *stateless* and says its revision itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Revision {
    /// 2024-11-05
    V2024_11_05,
    /// 2025-03-26
    V2025_03_26,
    /// 2025-06-18
    V2025_06_18,
    /// 2025-11-25
    V2025_11_25,
    /// 2026-07-28
    V2026_07_28,
}

impl Revision {
    const ALL: [Self; 5] =
        [Self::V2024_11_05, Self::V2025_03_26, Self::V2025_06_18, Self::V2025_11_25, Self::V2026_07_28];

    /// The newest revision that has sessions.
    pub(crate) const LATEST_SESSION: Self = Self::V2025_11_25;

    /// The date that names the revision on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// Whether the revision has no sessions: every request stands for itself.
    #[must_use]
    pub fn is_stateless(self) -> bool {
        self >= Self::V2026_07_28
    }

    /// The revision of that name, of either era.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|revision| revision.as_str() == name)
    }

    /// What `initialize` answers: the revision asked for, or the newest that has a handshake
    /// (2025-11-25, lifecycle, *Version Negotiation*). 2026-07-28 has none, so it is never echoed.
    pub(crate) fn negotiate(requested: &str) -> Self {
        Self::parse(requested).filter(|revision| !revision.is_stateless()).unwrap_or(Self::LATEST_SESSION)
    }

    /// The revisions of both eras, newest first.
    pub(crate) fn newest_first() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().rev()
    }

    /// The revisions that every request can name for itself.
    pub(crate) fn stateless() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|revision| revision.is_stateless())
    }
}

impl Serialize for Revision {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_sessions_are_echoed_and_others_get_the_newest() {
        for revision in Revision::newest_first().filter(|revision| !revision.is_stateless()) {
            assert_eq!(Revision::negotiate(revision.as_str()), revision);
        }
        for other in ["1999-01-01", "2026-07-28", "2027-01-01", ""] {
            assert_eq!(Revision::negotiate(other), Revision::V2025_11_25, "{other}");
        }
    }
}
