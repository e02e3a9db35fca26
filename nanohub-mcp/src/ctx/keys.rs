use std::collections::{HashMap, HashSet};

use crate::ctx::channel::Digest;

/// Names the questions of one call.
///
/// A key is the author's, or a name with its occurrence, taken when the question is made and not when
/// it is first polled: so the same code gives the same keys on every replay, in whatever order its
/// futures come to run.
#[derive(Debug, Default)]
pub(crate) struct Keys {
    names: HashMap<String, Name>,
    /// What was asked in this run, by key.
    questions: HashMap<String, Digest>,
    /// Keys of the steps that gave a result in this run.
    steps: HashSet<String>,
}

#[derive(Debug, Default)]
struct Name {
    /// How many questions of that name were made.
    made: usize,
    /// How many of them, without a key of the author's, are alive.
    unkeyed: usize,
}

impl Keys {
    /// Notes a question without a key of the author's.
    pub(crate) fn make(&mut self, name: &str) -> String {
        let entry = self.names.entry(name.to_owned()).or_default();
        entry.made += 1;
        entry.unkeyed += 1;
        if entry.made == 1 { name.to_owned() } else { format!("{name}-{}", entry.made) }
    }

    /// Notes that the author gave a key to the question that was made last.
    pub(crate) fn name(&mut self, name: &str) {
        if let Some(entry) = self.names.get_mut(name) {
            entry.made = entry.made.saturating_sub(1);
            entry.unkeyed = entry.unkeyed.saturating_sub(1);
        }
    }

    /// Notes that a question without a key of the author's is gone.
    pub(crate) fn release(&mut self, name: &str) {
        if let Some(entry) = self.names.get_mut(name) {
            entry.unkeyed = entry.unkeyed.saturating_sub(1);
        }
    }

    /// Notes what is asked under a key; `false` where this run asks something else under it.
    pub(crate) fn claim_question(&mut self, key: &str, digest: Digest) -> bool {
        *self.questions.entry(key.to_owned()).or_insert(digest) == digest
    }

    /// Notes a step that gave its result; `false` where this run has had one under its key.
    pub(crate) fn claim_step(&mut self, key: &str) -> bool {
        self.steps.insert(key.to_owned())
    }

    /// Whether another question of that name is alive, so that their keys depend on chance.
    pub(crate) fn is_ambiguous(&self, name: &str) -> bool {
        self.names.get(name).is_some_and(|entry| entry.unkeyed > 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn occurrences_are_counted_per_name() {
        let mut keys = Keys::default();
        assert_eq!(keys.make("submit"), "submit");
        keys.release("submit");
        assert_eq!(keys.make("submit"), "submit-2");
        assert_eq!(keys.make("confirm"), "confirm");
        assert!(!keys.is_ambiguous("submit"));
    }

    #[test]
    fn a_key_of_the_authors_takes_no_occurrence() {
        let mut keys = Keys::default();
        keys.make("submit");
        keys.make("submit");
        assert!(keys.is_ambiguous("submit"));
        keys.name("submit");
        assert!(!keys.is_ambiguous("submit"));
        keys.release("submit");
        assert_eq!(keys.make("submit"), "submit-2");
    }
}
