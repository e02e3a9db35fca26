use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::protocol::Revision;

/// One block of a result: text, an image, audio, a link to a resource or a resource itself.
///
/// ```
/// use nanohub_mcp::{Content, Image};
///
/// let note = Content::text("converged after 12 steps").priority(0.2);
/// let plot = Content::from(Image::new(vec![0x89, b'P', b'N', b'G'], "image/png"));
/// # let _ = (note, plot);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Content {
    block: Block,
    annotations: Option<Annotations>,
    meta: Map<String, Value>,
}

#[derive(Debug, Clone, PartialEq)]
enum Block {
    Text(String),
    Image(Image),
    Audio(Audio),
    Link(ResourceLink),
    Resource(EmbeddedResource),
}

impl Content {
    fn new(block: Block) -> Self {
        Self { block, annotations: None, meta: Map::new() }
    }

    /// A block of text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(Block::Text(text.into()))
    }

    /// The text of a text block.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match &self.block {
            Block::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Says for whom the block is meant.
    #[must_use]
    pub fn audience(mut self, audience: impl IntoIterator<Item = Audience>) -> Self {
        self.annotations.get_or_insert_default().audience = audience.into_iter().collect();
        self
    }

    /// Says how important the block is, from 0 (optional) to 1 (required). Values outside are clamped.
    #[must_use]
    pub fn priority(mut self, priority: f64) -> Self {
        self.annotations.get_or_insert_default().priority = Some(priority.clamp(0.0, 1.0));
        self
    }

    /// Says when the content last changed, as an ISO 8601 date and time. On the wire from 2025-06-18 on.
    #[must_use]
    pub fn last_modified(mut self, moment: impl Into<String>) -> Self {
        self.annotations.get_or_insert_default().last_modified = Some(moment.into());
        self
    }

    /// Adds an entry of `_meta`. On the wire from 2025-06-18 on.
    #[must_use]
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), value.into());
        self
    }

    /// The block as JSON of a revision.
    ///
    /// Kinds that a revision does not know become text, so that nothing is lost: audio came with
    /// 2025-03-26, links with 2025-06-18.
    pub(crate) fn at(&self, revision: Revision) -> impl Serialize + '_ {
        At { content: self, revision }
    }
}

impl From<String> for Content {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl From<&str> for Content {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<Image> for Content {
    fn from(image: Image) -> Self {
        Self::new(Block::Image(image))
    }
}

impl From<Audio> for Content {
    fn from(audio: Audio) -> Self {
        Self::new(Block::Audio(audio))
    }
}

impl From<ResourceLink> for Content {
    fn from(link: ResourceLink) -> Self {
        Self::new(Block::Link(link))
    }
}

impl From<EmbeddedResource> for Content {
    fn from(resource: EmbeddedResource) -> Self {
        Self::new(Block::Resource(resource))
    }
}

/// Hints on how to use a block.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Annotations {
    /// For whom it is meant; empty where it was not said.
    pub audience: Vec<Audience>,
    /// From 0 (optional) to 1 (required).
    pub priority: Option<f64>,
    /// ISO 8601 date and time.
    pub last_modified: Option<String>,
}

impl Annotations {
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The annotations as JSON of a revision.
    pub(crate) fn at(&self, revision: Revision) -> impl Serialize + '_ {
        AnnotationsAt { annotations: self, revision }
    }
}

/// For whom a block is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Audience {
    /// The person.
    User,
    /// The model.
    Assistant,
}

/// An image: bytes and their MIME type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    data: Vec<u8>,
    mime_type: String,
}

impl Image {
    /// An image from its encoded bytes and their MIME type, such as `image/png`.
    #[must_use]
    pub fn new(data: impl Into<Vec<u8>>, mime_type: impl Into<String>) -> Self {
        Self { data: data.into(), mime_type: mime_type.into() }
    }
}

/// Audio: bytes and their MIME type. On the wire from 2025-03-26 on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audio {
    data: Vec<u8>,
    mime_type: String,
}

impl Audio {
    /// Audio from its encoded bytes and their MIME type, such as `audio/wav`.
    #[must_use]
    pub fn new(data: impl Into<Vec<u8>>, mime_type: impl Into<String>) -> Self {
        Self { data: data.into(), mime_type: mime_type.into() }
    }
}

/// A link to a resource that the client may read. On the wire from 2025-06-18 on.
#[derive(Debug, Clone, PartialEq)]
pub struct ResourceLink {
    uri: String,
    name: String,
    title: Option<String>,
    description: Option<String>,
    mime_type: Option<String>,
    size: Option<u64>,
}

impl ResourceLink {
    /// A link by URI, with a name for programs.
    #[must_use]
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            name: name.into(),
            title: None,
            description: None,
            mime_type: None,
            size: None,
        }
    }

    /// Says the name for people.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Says what is there.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Says the MIME type.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Says the size in bytes.
    #[must_use]
    pub fn size(mut self, bytes: u64) -> Self {
        self.size = Some(bytes);
        self
    }
}

/// A resource carried in a result: text or bytes, with its URI.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmbeddedResource {
    uri: String,
    mime_type: Option<String>,
    body: Body,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Body {
    Text(String),
    Blob(Vec<u8>),
}

impl EmbeddedResource {
    /// A resource of text.
    #[must_use]
    pub fn text(uri: impl Into<String>, text: impl Into<String>) -> Self {
        Self { uri: uri.into(), mime_type: None, body: Body::Text(text.into()) }
    }

    /// A resource of bytes.
    #[must_use]
    pub fn blob(uri: impl Into<String>, data: impl Into<Vec<u8>>) -> Self {
        Self { uri: uri.into(), mime_type: None, body: Body::Blob(data.into()) }
    }

    /// Says the MIME type.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }
}

struct At<'a> {
    content: &'a Content,
    revision: Revision,
}

impl Serialize for At<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Content { block, annotations, meta } = self.content;
        let mut map = serializer.serialize_map(None)?;
        match block {
            Block::Text(text) => {
                map.serialize_entry("type", "text")?;
                map.serialize_entry("text", text)?;
            }
            Block::Image(Image { data, mime_type }) => {
                map.serialize_entry("type", "image")?;
                map.serialize_entry("data", &BASE64_STANDARD.encode(data))?;
                map.serialize_entry("mimeType", mime_type)?;
            }
            Block::Audio(Audio { data, mime_type }) if self.revision >= Revision::V2025_03_26 => {
                map.serialize_entry("type", "audio")?;
                map.serialize_entry("data", &BASE64_STANDARD.encode(data))?;
                map.serialize_entry("mimeType", mime_type)?;
            }
            Block::Audio(Audio { data, mime_type }) => {
                map.serialize_entry("type", "text")?;
                map.serialize_entry("text", &format!("[audio, {mime_type}, {} bytes]", data.len()))?;
            }
            Block::Link(link) if self.revision >= Revision::V2025_06_18 => {
                map.serialize_entry("type", "resource_link")?;
                map.serialize_entry("uri", &link.uri)?;
                map.serialize_entry("name", &link.name)?;
                entry(&mut map, "title", link.title.as_ref())?;
                entry(&mut map, "description", link.description.as_ref())?;
                entry(&mut map, "mimeType", link.mime_type.as_ref())?;
                entry(&mut map, "size", link.size.as_ref())?;
            }
            Block::Link(link) => {
                map.serialize_entry("type", "text")?;
                map.serialize_entry("text", &format!("{}: {}", link.name, link.uri))?;
            }
            Block::Resource(resource) => {
                map.serialize_entry("type", "resource")?;
                map.serialize_entry("resource", &Resource(resource))?;
            }
        }
        if let Some(annotations) = annotations {
            map.serialize_entry("annotations", &annotations.at(self.revision))?;
        }
        if !meta.is_empty() && self.revision >= Revision::V2025_06_18 {
            map.serialize_entry("_meta", meta)?;
        }
        map.end()
    }
}

fn entry<M: serde::ser::SerializeMap, T: Serialize>(
    map: &mut M,
    key: &'static str,
    value: Option<&T>,
) -> Result<(), M::Error> {
    value.map_or(Ok(()), |value| map.serialize_entry(key, value))
}

struct Resource<'a>(&'a EmbeddedResource);

impl Serialize for Resource<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let EmbeddedResource { uri, mime_type, body } = self.0;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("uri", uri)?;
        entry(&mut map, "mimeType", mime_type.as_ref())?;
        match body {
            Body::Text(text) => map.serialize_entry("text", text)?,
            Body::Blob(data) => map.serialize_entry("blob", &BASE64_STANDARD.encode(data))?,
        }
        map.end()
    }
}

struct AnnotationsAt<'a> {
    annotations: &'a Annotations,
    revision: Revision,
}

impl Serialize for AnnotationsAt<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Annotations { audience, priority, last_modified } = self.annotations;
        let mut map = serializer.serialize_map(None)?;
        if !audience.is_empty() {
            map.serialize_entry("audience", audience)?;
        }
        entry(&mut map, "priority", priority.as_ref())?;
        if self.revision >= Revision::V2025_06_18 {
            entry(&mut map, "lastModified", last_modified.as_ref())?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn at(content: &Content, revision: Revision) -> Value {
        serde_json::to_value(content.at(revision)).unwrap()
    }

    #[test]
    fn kinds_that_a_revision_lacks_become_text() {
        let audio = Content::from(Audio::new(*b"abc", "audio/wav"));
        assert_eq!(
            at(&audio, Revision::V2025_03_26),
            json!({"type": "audio", "data": "YWJj", "mimeType": "audio/wav"})
        );
        assert_eq!(at(&audio, Revision::V2024_11_05)["type"], "text");

        let link = Content::from(ResourceLink::new("file:///a", "a").size(3));
        assert_eq!(
            at(&link, Revision::V2025_06_18),
            json!({"type": "resource_link", "uri": "file:///a", "name": "a", "size": 3})
        );
        assert_eq!(at(&link, Revision::V2025_03_26), json!({"type": "text", "text": "a: file:///a"}));
    }

    #[test]
    fn annotations_and_meta_follow_the_revision() {
        let text = Content::text("x")
            .audience([Audience::User])
            .priority(7.0)
            .last_modified("2026-01-01")
            .meta("k", 1);
        assert_eq!(
            at(&text, Revision::V2025_11_25),
            json!({
                "type": "text", "text": "x",
                "annotations": {"audience": ["user"], "priority": 1.0, "lastModified": "2026-01-01"},
                "_meta": {"k": 1},
            })
        );
        assert_eq!(
            at(&text, Revision::V2025_03_26),
            json!({"type": "text", "text": "x", "annotations": {"audience": ["user"], "priority": 1.0}})
        );
    }
}
