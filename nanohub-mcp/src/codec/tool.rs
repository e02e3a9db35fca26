//! Tools as `tools/list` shows them, and who a server is, with the fields that a revision has.

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::protocol::{Icon, Implementation, Revision};
use crate::server::catalogue::Registered;
use crate::tool::definition::Hints;

/// Marks, in a tool's `_meta`, that it needs a session: the REST route refuses it.
pub(crate) const SESSION_ONLY: &str = "org.nanohub/session-only";

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
