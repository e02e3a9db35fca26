use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::ctx::channel::{Digest, Standing};
use crate::random;

/// How often a question under one key may change before the call ends as diverged.
const MAX_CHANGES: u8 = 3;

/// What a call has learnt so far: the answers of the person, and the results of its `once` steps.
///
/// It lives for the call in the session era and travels, sealed, with the client in the stateless era.
/// In both it gives a past answer before it asks again, so that one body means the same in both.
#[derive(Debug, Default, Clone, Serialize, Deserialize)]
pub(crate) struct Journal {
    /// Names the call in all of its rounds, once somebody has to know it by name.
    #[serde(rename = "i", default, skip_serializing_if = "String::is_empty")]
    call: String,
    #[serde(rename = "q", default)]
    questions: HashMap<String, Entry>,
    #[serde(rename = "o", default)]
    steps: HashMap<String, Box<RawValue>>,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
struct Entry {
    #[serde(rename = "d")]
    digest: Digest,
    /// The answer, once there is a good one.
    #[serde(rename = "a", default, skip_serializing_if = "Option::is_none")]
    answer: Option<Value>,
    /// How many answers were refused.
    #[serde(rename = "n", default)]
    attempt: u8,
    /// Why the last one was.
    #[serde(rename = "r", default, skip_serializing_if = "String::is_empty")]
    reasons: String,
    /// How often the question changed.
    #[serde(rename = "c", default)]
    changes: u8,
    /// Whether a round ended with it, so that the person may have seen it.
    #[serde(rename = "s", default)]
    shown: bool,
    /// The question in words, in debug builds: to show what it was when it changes.
    #[serde(rename = "m", default, skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

/// What the journal says of a question.
#[derive(Debug, PartialEq)]
pub(crate) enum Known {
    /// It was answered.
    Answered(Value),
    /// It is open: so many answers were refused, the last one for these reasons.
    Open { attempt: u8, reasons: String, standing: Standing },
    /// It is open, and another question was put under its key before.
    Changed { before: Option<String> },
    /// It keeps changing.
    Diverged,
}

impl Journal {
    /// The name of the call, the same in all of its rounds and of no other call.
    pub(crate) fn call(&mut self) -> &str {
        if self.call.is_empty() {
            self.call = random::token();
        }
        &self.call
    }

    /// Looks a question up, and notes it where it is new or not the one that was noted.
    ///
    /// A question that changed was not the one that the person answered: its answer is dropped.
    pub(crate) fn look_up(&mut self, key: &str, digest: Digest, message: &str) -> Known {
        let message = cfg!(debug_assertions).then(|| message.to_owned());
        let Some(entry) = self.questions.get_mut(key) else {
            self.questions.insert(key.to_owned(), Entry { digest, message, ..Entry::default() });
            return Known::Open { attempt: 0, reasons: String::new(), standing: Standing::New };
        };
        if entry.digest != digest {
            if entry.changes == MAX_CHANGES {
                return Known::Diverged;
            }
            let new = Entry { digest, changes: entry.changes + 1, message, ..Entry::default() };
            return Known::Changed { before: std::mem::replace(entry, new).message };
        }
        match &entry.answer {
            Some(answer) => Known::Answered(answer.clone()),
            None => Known::Open {
                attempt: entry.attempt,
                reasons: entry.reasons.clone(),
                // One that the tool gave up within its round was noted, not put: an answer to it is none.
                standing: if entry.shown { Standing::Asked } else { Standing::New },
            },
        }
    }

    /// Notes that a round ends with a question.
    pub(crate) fn show(&mut self, key: &str) {
        if let Some(entry) = self.questions.get_mut(key) {
            entry.shown = true;
        }
    }

    /// Notes a good answer.
    pub(crate) fn answer(&mut self, key: &str, answer: Value) {
        if let Some(entry) = self.questions.get_mut(key) {
            entry.answer = Some(answer);
        }
    }

    /// Notes that an answer was refused.
    pub(crate) fn refuse(&mut self, key: &str, reasons: String) {
        if let Some(entry) = self.questions.get_mut(key) {
            entry.attempt = entry.attempt.saturating_add(1);
            entry.reasons = reasons;
        }
    }

    /// Notes that a question has to be put once more, although its answer was good.
    pub(crate) fn reopen(&mut self, key: &str) {
        if let Some(entry) = self.questions.get_mut(key) {
            entry.answer = None;
        }
    }

    /// The result of a step that has run.
    pub(crate) fn step(&self, key: &str) -> Option<&RawValue> {
        self.steps.get(key).map(AsRef::as_ref)
    }

    /// Notes the result of a step.
    pub(crate) fn finish_step(&mut self, key: &str, result: Box<RawValue>) {
        self.steps.insert(key.to_owned(), result);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const A: Digest = [1; 16];
    const B: Digest = [2; 16];

    fn open(attempt: u8, reasons: &str, standing: Standing) -> Known {
        Known::Open { attempt, reasons: reasons.into(), standing }
    }

    #[test]
    fn a_past_answer_is_given_for_the_same_question_only() {
        let mut journal = Journal::default();
        assert_eq!(journal.look_up("k", A, ""), open(0, "", Standing::New));
        assert_eq!(journal.look_up("k", A, ""), open(0, "", Standing::New), "noted is not put");
        journal.show("k");
        journal.refuse("k", "too small".into());
        assert_eq!(journal.look_up("k", A, ""), open(1, "too small", Standing::Asked));
        journal.answer("k", json!({"action": "decline"}));
        assert_eq!(journal.look_up("k", A, ""), Known::Answered(json!({"action": "decline"})));
        assert!(matches!(journal.look_up("k", B, ""), Known::Changed { .. }));
    }

    #[test]
    fn a_question_may_change_three_times() {
        let mut journal = Journal::default();
        journal.look_up("k", [0; 16], "");
        for change in 1..=3 {
            assert!(matches!(journal.look_up("k", [change; 16], ""), Known::Changed { .. }));
        }
        assert_eq!(journal.look_up("k", [9; 16], ""), Known::Diverged);
    }
}
