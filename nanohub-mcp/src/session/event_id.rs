use std::fmt;

/// The name of an event, unique in its session: `3-17` is the 17th of stream 3.
///
/// It says which stream it was on, so that a client that comes back with it gets what followed on that
/// stream and on no other (2025-11-25, transports, *Resumability and Redelivery*).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct EventId {
    pub(crate) stream: u64,
    pub(crate) event: u64,
}

impl EventId {
    /// Reads an id that was sent before.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (stream, event) = text.split_once('-')?;
        let id = Self { stream: stream.parse().ok()?, event: event.parse().ok()? };
        // Numbers can be written in more ways than ours.
        (id.to_string() == text).then_some(id)
    }
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.stream, self.event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_that_were_sent_are_read_and_no_others() {
        let id = EventId { stream: 3, event: 17 };
        assert_eq!(EventId::parse("3-17"), Some(id));
        for text in
            ["", "3", "3-", "-17", "3-17-1", "+3-17", "03-17", "3--17", "3- 17", "99999999999999999999-1"]
        {
            assert_eq!(EventId::parse(text), None, "{text}");
        }
    }
}
