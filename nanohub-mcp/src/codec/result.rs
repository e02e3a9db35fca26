//! What a tool came to, as the result of `tools/call`.

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::codec;
use crate::protocol::{Content, Revision};
use crate::server::catalogue::Registered;
use crate::tool::ToolResult;
use crate::tool::error::Failure;
use crate::tool::output::Structured;

/// `_meta` key of who a server is (2026-07-28, basic).
pub(crate) const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

/// How results look in an era.
pub(crate) struct Shape<'a> {
    revision: Revision,
    /// Who the server is, which every result of the stateless era says.
    server_info: Option<&'a Value>,
}

impl<'a> Shape<'a> {
    pub(crate) fn session(revision: Revision) -> Self {
        Self { revision, server_info: None }
    }

    pub(crate) fn stateless(server_info: &'a Value) -> Self {
        Self { revision: Revision::V2026_07_28, server_info: Some(server_info) }
    }

    pub(crate) fn revision(&self) -> Revision {
        self.revision
    }

    /// A result of members that are the same in both eras, as JSON text; the stateless era adds its own.
    pub(crate) fn complete(&self, members: &impl Serialize) -> String {
        match self.server_info {
            Some(server_info) => codec::stateless::complete(members, server_info),
            None => serde_json::to_string(members).expect("wire types serialise"),
        }
    }

    pub(crate) fn is_stateless(&self) -> bool {
        self.server_info.is_some()
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CallToolResult<'a, C> {
    #[serde(skip_serializing_if = "Option::is_none")]
    result_type: Option<&'static str>,
    content: C,
    #[serde(skip_serializing_if = "Option::is_none")]
    structured_content: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_error: bool,
    #[serde(rename = "_meta", skip_serializing_if = "Meta::is_empty")]
    meta: Meta<'a>,
}

struct Meta<'a> {
    own: Option<&'a Map<String, Value>>,
    server_info: Option<&'a Value>,
}

impl Meta<'_> {
    fn is_empty(&self) -> bool {
        self.own.is_none() && self.server_info.is_none()
    }
}

impl Serialize for Meta<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(
            self.own
                .into_iter()
                .flatten()
                .map(|(key, value)| (key.as_str(), value))
                .chain(self.server_info.map(|info| (SERVER_INFO, info))),
        )
    }
}

/// A result, once it is held against the tool's output schema.
pub(crate) fn success(registered: &Registered, shape: &Shape<'_>, result: &ToolResult) -> String {
    match check(registered, result) {
        Ok(()) => checked(registered, shape, result),
        Err(broken) => error(shape, &broken),
    }
}

/// Holds a result against the tool's output schema; what breaks it is a fault of the tool, told in words.
pub(crate) fn check(registered: &Registered, result: &ToolResult) -> Result<(), String> {
    match (&result.structured, &registered.output) {
        (Some(Structured(value)), Some(schema)) if !result.is_error => {
            schema.check(value).map_err(|pointer| broken(registered.tool.name, &pointer))
        }
        _ => Ok(()),
    }
}

/// A result that was checked.
pub(crate) fn checked(registered: &Registered, shape: &Shape<'_>, result: &ToolResult) -> String {
    let ToolResult { content, structured, is_error, meta } = result;
    // An error carries no structured content: clients would hold it against the output schema.
    let structured = structured.as_ref().filter(|_| !is_error);
    let wrapped;
    let structured = match structured {
        Some(Structured(value)) if shape.revision < Revision::V2025_06_18 => {
            // No structured content yet: its text is all there is.
            return render(shape, content, None, Some(value), *is_error, meta);
        }
        Some(Structured(value)) if !shape.is_stateless() && must_wrap(registered, value) => {
            wrapped = wrap(value);
            Some(&*wrapped)
        }
        Some(Structured(value)) => Some(&**value),
        None => None,
    };
    render(shape, content, structured, structured, *is_error, meta)
}

/// Before 2026-07-28 structured content is an object. One tool's results are all wrapped or all not.
pub(crate) fn must_wrap(registered: &Registered, value: &RawValue) -> bool {
    registered.output.as_ref().map_or_else(|| !value.get().starts_with('{'), |schema| !schema.is_object())
}

pub(crate) fn wrap(value: &RawValue) -> Box<RawValue> {
    RawValue::from_string(format!(r#"{{"result":{}}}"#, value.get())).expect("a JSON value makes a member")
}

/// What the model is told of a result that is not what the tool promised; the log has the rest.
fn broken(tool: &str, pointer: &str) -> String {
    let place = if pointer.is_empty() { "its root".to_owned() } else { format!("`{pointer}`") };
    format!(
        "`{tool}` returned a result that breaks its own output schema at {place}; this is a fault of the tool"
    )
}

/// A failure of the tool's.
pub(crate) fn failure(shape: &Shape<'_>, failure: &Failure) -> String {
    let text = Content::text(&failure.message);
    let content: Vec<_> = std::iter::once(&text).chain(&failure.content).cloned().collect();
    render(shape, &content, None, None, true, &failure.meta)
}

/// An error of plain text.
pub(crate) fn error(shape: &Shape<'_>, text: &str) -> String {
    render(shape, &[Content::text(text)], None, None, true, &Map::new())
}

fn render(
    shape: &Shape<'_>,
    content: &[Content],
    structured: Option<&RawValue>,
    text: Option<&RawValue>,
    is_error: bool,
    meta: &Map<String, Value>,
) -> String {
    // Many clients read only the text, so what is structured is there as text too.
    let copy = text.filter(|_| content.is_empty()).map(|text| Content::text(text.get()));
    let content: Vec<_> = copy.iter().chain(content).map(|content| content.at(shape.revision)).collect();
    let own = Some(meta).filter(|meta| !meta.is_empty() && shape.revision >= Revision::V2025_06_18);
    let result = CallToolResult {
        result_type: shape.is_stateless().then_some("complete"),
        content,
        structured_content: structured,
        is_error,
        meta: Meta { own, server_info: shape.server_info },
    };
    serde_json::to_string(&result).expect("wire types serialise")
}
