use http::header::ACCEPT;
use http::{HeaderMap, StatusCode};

use crate::transport::http::refused::Refused;

/// What a client can read, by its `Accept`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Accepts {
    pub(crate) json: bool,
    /// Named as such: a client that only says `*/*` may well not read a stream, so it is asked nothing.
    pub(crate) events: bool,
    /// Events are not ruled out: enough where there is nothing else to get (GET).
    pub(crate) any_events: bool,
}

/// Reads `Accept`, which real clients send in any order, with weights, with wildcards or not at all.
pub(crate) fn accepts(headers: &HeaderMap) -> Accepts {
    let mut json = Preference::default();
    let mut events = Preference::default();
    let mut any = false;
    for value in headers.get_all(ACCEPT) {
        any |= !value.is_empty();
        for range in value.to_str().unwrap_or_default().split(',') {
            let mut parameters = range.split(';').map(str::trim);
            let essence = parameters.next().unwrap_or_default();
            let refused = parameters.any(is_zero_weight);
            json.note(essence, "application", "json", refused);
            events.note(essence, "text", "event-stream", refused);
        }
    }
    if !any {
        return Accepts { json: true, events: false, any_events: true };
    }
    Accepts {
        json: json.is_accepted(),
        events: events.specificity == NAMED && events.is_accepted(),
        any_events: events.is_accepted(),
    }
}

impl Accepts {
    /// Refuses a request whose answer the client could not read in any form.
    pub(crate) fn check(self) -> Result<Self, Refused> {
        if self.json || self.any_events {
            return Ok(self);
        }
        Err(Refused::new(
            StatusCode::NOT_ACCEPTABLE,
            "answers are application/json or text/event-stream, and `Accept` allows neither",
        ))
    }
}

/// What is known so far of one media type: the most specific range decides (RFC 9110, 12.5.1).
#[derive(Default)]
struct Preference {
    specificity: u8,
    refused: bool,
}

const NAMED: u8 = 3;

impl Preference {
    fn note(&mut self, essence: &str, kind: &str, subtype: &str, refused: bool) {
        let Some((range_kind, range_subtype)) = essence.split_once('/') else { return };
        let specificity = match (range_kind, range_subtype) {
            ("*", "*") => 1,
            (range, "*") if range.eq_ignore_ascii_case(kind) => 2,
            (range, sub) if range.eq_ignore_ascii_case(kind) && sub.eq_ignore_ascii_case(subtype) => NAMED,
            _ => return,
        };
        if specificity > self.specificity {
            *self = Self { specificity, refused };
        }
    }

    fn is_accepted(&self) -> bool {
        self.specificity > 0 && !self.refused
    }
}

fn is_zero_weight(parameter: &str) -> bool {
    parameter.split_once('=').is_some_and(|(name, weight)| {
        name.trim().eq_ignore_ascii_case("q") && weight.trim().parse() == Ok(0.0)
    })
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn h01_what_clients_send_is_understood() {
        for (values, json, events, any_events) in [
            (&[][..], true, false, true),
            (&["*/*"], true, false, true),
            (&["application/*"], true, false, false),
            (&["application/json"], true, false, false),
            (&["application/json, text/event-stream"], true, true, true),
            (&["text/event-stream, application/json"], true, true, true),
            (&["application/json;q=0.9, text/event-stream"], true, true, true),
            (&["application/json", "text/event-stream"], true, true, true),
            (&["Application/JSON,TEXT/Event-Stream;q=0.1"], true, true, true),
            (&["application/json; charset=utf-8"], true, false, false),
            (&["text/event-stream"], false, true, true),
            (&["text/*"], false, false, true),
            (&["text/html"], false, false, false),
            (&["*/*, text/event-stream;q=0"], true, false, false),
            (&["*/*, application/json;q=0.000"], false, false, true),
            (&["application/json;q=0, text/event-stream;q=0"], false, false, false),
            (&["text/html, */*;q=0.1"], true, false, true),
            (&[""], true, false, true),
        ] {
            let headers: HeaderMap =
                values.iter().map(|value| (ACCEPT, HeaderValue::from_static(value))).collect();
            assert_eq!(accepts(&headers), Accepts { json, events, any_events }, "{values:?}");
            assert_eq!(accepts(&headers).check().is_ok(), json || any_events, "{values:?}");
        }
    }
}
