//! Resources as lists show them and as they are read, with the fields that a revision has.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde::Serialize;
use serde::ser::SerializeMap as _;
use serde_json::{Map, Value, json};

use crate::codec::stateless::Caching;
use crate::jsonrpc::{ErrorCode, ErrorObject};
use crate::protocol::{Icon, Revision};
use crate::resource::contents::{Body, Part};
use crate::resource::{Resource, ResourceContents};

/// A resource or a template, as its list shows it.
pub(crate) fn resource(resource: &Resource, is_template: bool, revision: Revision) -> impl Serialize + '_ {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Listed<'a, A> {
        #[serde(skip_serializing_if = "Option::is_none")]
        uri: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        uri_template: Option<&'a str>,
        name: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        title: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        description: Option<&'a str>,
        #[serde(skip_serializing_if = "<[Icon]>::is_empty")]
        icons: &'a [Icon],
        #[serde(skip_serializing_if = "Option::is_none")]
        mime_type: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        size: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        annotations: Option<A>,
        #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
        meta: Option<&'a Map<String, Value>>,
    }
    let titled = revision >= Revision::V2025_06_18;
    Listed {
        uri: (!is_template).then_some(&*resource.uri),
        uri_template: is_template.then_some(&*resource.uri),
        name: &resource.name,
        title: resource.title.as_deref().filter(|_| titled),
        description: resource.description.as_deref(),
        icons: if revision >= Revision::V2025_11_25 { &resource.icons } else { &[] },
        mime_type: resource.mime_type.as_deref(),
        size: resource.size.filter(|_| !is_template),
        annotations: Some(&resource.annotations)
            .filter(|annotations| !annotations.is_empty())
            .map(|annotations| annotations.at(revision)),
        meta: Some(&resource.meta).filter(|meta| titled && !meta.is_empty()),
    }
}

/// The members of the result of `resources/read`. The URI is the one of the request, however it was written;
/// what a part does not say, the resource does.
pub(crate) fn contents<'a>(
    resource: &'a Resource,
    uri: &'a str,
    contents: &'a ResourceContents,
    revision: Revision,
    caching: Option<Caching>,
) -> impl Serialize + 'a {
    #[derive(Serialize)]
    struct ReadResourceResult<'a> {
        contents: Vec<PartAt<'a>>,
        #[serde(flatten)]
        caching: Option<Caching>,
    }
    let part = |part: &'a Part| PartAt { resource, uri, part, revision };
    ReadResourceResult { contents: contents.parts.iter().map(part).collect(), caching }
}

struct PartAt<'a> {
    resource: &'a Resource,
    uri: &'a str,
    part: &'a Part,
    revision: Revision,
}

impl Serialize for PartAt<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { resource, uri, part, revision } = *self;
        let Part { uri: own_uri, mime_type, body, meta } = part;
        let otherwise = match body {
            Body::Text(_) => "text/plain",
            Body::Json(_) => "application/json",
            Body::Blob(_) => "application/octet-stream",
        };
        let mime_type = mime_type.as_deref().or(resource.mime_type.as_deref()).unwrap_or(otherwise);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("uri", own_uri.as_deref().unwrap_or(uri))?;
        map.serialize_entry("mimeType", mime_type)?;
        match body {
            Body::Text(text) | Body::Json(text) => map.serialize_entry("text", text)?,
            Body::Blob(data) => map.serialize_entry("blob", &BASE64_STANDARD.encode(data))?,
        }
        let meta = if meta.is_empty() { &resource.meta } else { meta };
        if revision >= Revision::V2025_06_18 && !meta.is_empty() {
            map.serialize_entry("_meta", meta)?;
        }
        map.end()
    }
}

/// The error for a URI that nothing is behind.
pub(crate) fn not_found(uri: &str, revision: Revision) -> ErrorObject {
    let code = if revision.is_stateless() { ErrorCode::InvalidParams } else { ErrorCode::ResourceNotFound };
    ErrorObject::new(code, "resource not found").data(json!({"uri": uri}))
}
