//! Results of the session era (2024-11-05 to 2025-11-25).

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::jsonrpc::{ErrorCode, ErrorObject};
use crate::protocol::{Content, Icon, Implementation, Revision};
use crate::server::catalogue::Registered;
use crate::tool::ToolResult;
use crate::tool::definition::Hints;
use crate::tool::error::{Failure, UrlRequired};
use crate::tool::output::{Output, Structured};

/// Marks, in a tool's `_meta`, that it needs a session: the REST route refuses it.
pub(crate) const SESSION_ONLY: &str = "org.nanohub/session-only";

/// What a server says of itself in `initialize`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InitializeResult<'a> {
    pub(crate) protocol_version: Revision,
    pub(crate) capabilities: Value,
    pub(crate) server_info: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) instructions: Option<&'a str>,
}

impl Serialize for Revision {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// A server's or a client's identity with the fields of a revision.
pub(crate) fn implementation(identity: &Implementation, revision: Revision) -> Value {
    let mut shown = Implementation {
        name: identity.name.clone(),
        version: identity.version.clone(),
        ..Default::default()
    };
    if revision >= Revision::V2025_06_18 {
        shown.title.clone_from(&identity.title);
    }
    if revision >= Revision::V2025_11_25 {
        shown.description.clone_from(&identity.description);
        shown.website_url.clone_from(&identity.website_url);
        shown.icons.clone_from(&identity.icons);
    }
    json!(shown)
}

/// A tool as `tools/list` shows it, with the fields of a revision.
pub(crate) fn tool(registered: &Registered, revision: Revision) -> impl Serialize + '_ {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Tool<'a> {
        name: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        title: Option<&'a str>,
        description: &'a str,
        #[serde(skip_serializing_if = "<[Icon]>::is_empty")]
        icons: &'a [Icon],
        input_schema: &'a Value,
        #[serde(skip_serializing_if = "Option::is_none")]
        output_schema: Option<&'a Value>,
        #[serde(skip_serializing_if = "Option::is_none")]
        annotations: Option<Annotations<'a>>,
        #[serde(rename = "_meta", skip_serializing_if = "Map::is_empty")]
        meta: Map<String, Value>,
    }
    let tool = &registered.tool;
    let titled = revision >= Revision::V2025_06_18;
    Tool {
        name: tool.name,
        title: tool.title.filter(|_| titled),
        description: tool.description,
        icons: if revision >= Revision::V2025_11_25 { &tool.icons } else { &[] },
        input_schema: registered.inputs.schema(),
        output_schema: registered.output.as_ref().filter(|_| titled).map(|output| {
            if output.is_object() || revision.is_stateless() { output.schema() } else { output.wrapped() }
        }),
        annotations: if revision >= Revision::V2025_03_26 {
            annotations(tool.hints, tool.title.filter(|_| !titled))
        } else {
            None
        },
        meta: if titled { meta(registered) } else { Map::new() },
    }
}

fn meta(registered: &Registered) -> Map<String, Value> {
    let mut meta = registered.tool.meta.clone();
    if registered.session_only {
        meta.insert(SESSION_ONLY.into(), true.into());
    }
    meta
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Annotations<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    read_only_hint: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    destructive_hint: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    idempotent_hint: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    open_world_hint: Option<bool>,
}

/// Hints that the author gave; the title is among them only where the tool has no title field yet.
fn annotations(hints: Hints, title: Option<&str>) -> Option<Annotations<'_>> {
    let Hints { read_only, destructive, idempotent, open_world } = hints;
    (hints != Hints::default() || title.is_some()).then_some(Annotations {
        title,
        read_only_hint: read_only,
        destructive_hint: destructive,
        idempotent_hint: idempotent,
        open_world_hint: open_world,
    })
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CallToolResult<'a, C> {
    content: C,
    #[serde(skip_serializing_if = "Option::is_none")]
    structured_content: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_error: bool,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<&'a Map<String, Value>>,
}

/// The result of `tools/call`, as JSON text.
pub(crate) fn call_result(
    registered: &Registered,
    revision: Revision,
    opens_urls: bool,
    output: Output,
) -> Result<String, ErrorObject> {
    match output.0 {
        Ok(result) => Ok(success(registered, revision, &result)),
        Err(error) => {
            let failure = error.into_failure();
            // -32042 exists at 2025-11-25 only, and only for clients that open URLs.
            if !failure.urls.is_empty() && opens_urls && revision == Revision::V2025_11_25 {
                return Err(url_required(&failure));
            }
            Ok(render_failure(revision, &failure))
        }
    }
}

/// An error result of plain text.
pub(crate) fn error_result(text: &str) -> String {
    json!({"content": [{"type": "text", "text": text}], "isError": true}).to_string()
}

fn success(registered: &Registered, revision: Revision, result: &ToolResult) -> String {
    match check(registered, result) {
        Ok(()) => render_result(registered, revision, result),
        Err(broken) => error_result(&broken),
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

/// A result that was checked, as JSON text.
pub(crate) fn render_result(registered: &Registered, revision: Revision, result: &ToolResult) -> String {
    let ToolResult { content, structured, is_error, meta } = result;
    // An error carries no structured content: clients would hold it against the output schema.
    let structured = structured.as_ref().filter(|_| !is_error);
    let wrapped;
    let structured = match structured {
        Some(Structured(value)) if revision < Revision::V2025_06_18 => {
            // No structured content yet: its text is all there is.
            return render(revision, content, None, Some(value), *is_error, meta);
        }
        Some(Structured(value)) if must_wrap(registered, value) => {
            wrapped = wrap(value);
            Some(&*wrapped)
        }
        Some(Structured(value)) => Some(&**value),
        None => None,
    };
    render(revision, content, structured, structured, *is_error, meta)
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

fn render(
    revision: Revision,
    content: &[Content],
    structured: Option<&RawValue>,
    text: Option<&RawValue>,
    is_error: bool,
    meta: &Map<String, Value>,
) -> String {
    // Many clients read only the text, so what is structured is there as text too.
    let copy = text.filter(|_| content.is_empty()).map(|text| Content::text(text.get()));
    let content: Vec<_> = copy.iter().chain(content).map(|content| content.at(revision)).collect();
    let meta = Some(meta).filter(|meta| !meta.is_empty() && revision >= Revision::V2025_06_18);
    to_json(&CallToolResult { content, structured_content: structured, is_error, meta })
}

pub(crate) fn render_failure(revision: Revision, failure: &Failure) -> String {
    let text = Content::text(&failure.message);
    let content: Vec<_> = std::iter::once(&text).chain(&failure.content).cloned().collect();
    render(revision, &content, None, None, true, &failure.meta)
}

fn url_required(failure: &Failure) -> ErrorObject {
    let elicitations: Vec<Value> = failure
        .urls
        .iter()
        .map(|UrlRequired { message, url, id }| {
            json!({"mode": "url", "elicitationId": id, "url": url, "message": message})
        })
        .collect();
    ErrorObject::new(ErrorCode::UrlElicitationRequired, &failure.message)
        .data(json!({"elicitations": elicitations}))
}

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("wire types serialise")
}
