//! Results of the REST route: plain JSON, and an HTTP status instead of `isError`.

use http::StatusCode;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::codec::result::{self, Shape};
use crate::protocol::{Content, Revision};
use crate::server::catalogue::Registered;
use crate::tool::ToolResult;
use crate::tool::output::{Output, Structured};

/// Results that have no plain form are shown as the newest revision with sessions shows them.
const REVISION: Revision = Revision::LATEST_SESSION;

/// What a tool came to: status and JSON text.
pub(crate) fn response(registered: &Registered, output: Output) -> (StatusCode, String) {
    match output.0 {
        Ok(result) => match result::check(registered, &result) {
            Ok(()) if result.is_error => {
                let details = result::checked(registered, &Shape::session(REVISION), &result);
                (StatusCode::UNPROCESSABLE_ENTITY, error(&text(&result.content), Some(details)))
            }
            Ok(()) => (StatusCode::OK, success(registered, &result)),
            Err(broken) => (StatusCode::INTERNAL_SERVER_ERROR, error(&broken, None)),
        },
        Err(failed) => {
            let failure = failed.into_failure();
            if failure.fault {
                return (StatusCode::INTERNAL_SERVER_ERROR, error(&failure.message, None));
            }
            let details = result::failure(&Shape::session(REVISION), &failure);
            (StatusCode::UNPROCESSABLE_ENTITY, error(&failure.message, Some(details)))
        }
    }
}

/// An error, as JSON text; `details` is JSON text as well.
pub(crate) fn error(text: &str, details: Option<String>) -> String {
    #[derive(Serialize)]
    struct Error<'a> {
        error: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        details: Option<Box<RawValue>>,
    }
    let details = details.map(|json| RawValue::from_string(json).expect("rendered as JSON"));
    to_json(&Error { error: text, details })
}

fn success(registered: &Registered, result: &ToolResult) -> String {
    #[derive(Serialize)]
    struct Plain<'a> {
        result: Option<&'a str>,
    }
    if let Some(Structured(value)) = &result.structured {
        if result::must_wrap(registered, value) {
            return result::wrap(value).get().to_owned();
        }
        return value.get().to_owned();
    }
    match &*result.content {
        [] => to_json(&Plain { result: None }),
        [only] if only.as_text().is_some() => to_json(&Plain { result: only.as_text() }),
        _ => result::checked(registered, &Shape::session(REVISION), result),
    }
}

fn text(content: &[Content]) -> String {
    let lines: Vec<_> = content.iter().filter_map(Content::as_text).collect();
    if lines.is_empty() { "the tool failed without saying why".into() } else { lines.join("\n") }
}

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("wire types serialise")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::{Value, json};

    use super::*;
    use crate::tool::{Tool, ToolError};
    use crate::{__private::Source, __private::Work, Server};

    fn registered() -> Arc<Registered> {
        let source = Source { function: "probe", file: "here", line: 1 };
        let tool = Tool::new("probe", "Probe.", source, |_, _| Work::Refused);
        let server = Server::builder("test", "1").tools([tool]).build().unwrap();
        Arc::clone(server.catalogue().get("probe").unwrap())
    }

    fn rendered(output: Result<ToolResult, ToolError>) -> (u16, Value) {
        let (status, json) = response(&registered(), Output(output));
        (status.as_u16(), serde_json::from_str(&json).unwrap())
    }

    #[test]
    fn x01_results_are_plain_json() {
        let structured = |value: Value| ToolResult::new().structured(&value);
        for (output, expected) in [
            (structured(json!({"sum": 3})), json!({"sum": 3})),
            (structured(json!(10)), json!({"result": 10})),
            (structured(json!([1, "2"])), json!({"result": [1, "2"]})),
            (structured(Value::Null), json!({"result": null})),
            (Ok(ToolResult::text("done")), json!({"result": "done"})),
            (Ok(ToolResult::new()), json!({"result": null})),
            (
                Ok(ToolResult::text("a").content(Content::text("b"))),
                json!({"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}),
            ),
        ] {
            assert_eq!(rendered(output), (200, expected));
        }
    }

    #[test]
    fn x01_failures_have_a_status_and_a_text() {
        let details = |text: &str| json!({"content": [{"type": "text", "text": text}], "isError": true});
        assert_eq!(
            rendered(Err(ToolError::new("too cold"))),
            (422, json!({"error": "too cold", "details": details("too cold")}))
        );
        assert_eq!(
            rendered(Ok(ToolResult::error("too hot"))),
            (422, json!({"error": "too hot", "details": details("too hot")}))
        );
        assert_eq!(rendered(Err(ToolError::fault("broken"))), (500, json!({"error": "broken"})));
    }
}
