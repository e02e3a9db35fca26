use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};

use crate::protocol::{Annotations, Audience, Icon};
use crate::resource::ResourceContents;
use crate::text::parameter::Parameter;
use crate::text::texts::Texts;
use crate::tool::call::{Call, Lent, Loan, Work};
use crate::tool::definition::Source;

/// A resource, or a template of some: its URI, what is said of it and the function behind it.
///
/// `#[resource]` makes one, [`resources!`](crate::resources) lists several. [`Resource::fixed`] makes one of
/// contents that are there already, for resources that come and go while the server runs.
#[derive(Clone)]
#[must_use]
pub struct Resource {
    pub(crate) uri: Cow<'static, str>,
    pub(crate) name: Cow<'static, str>,
    pub(crate) title: Option<Cow<'static, str>>,
    pub(crate) description: Option<Cow<'static, str>>,
    pub(crate) mime_type: Option<Cow<'static, str>>,
    pub(crate) size: Option<u64>,
    pub(crate) annotations: Annotations,
    pub(crate) icons: Vec<Icon>,
    pub(crate) meta: Map<String, Value>,
    pub(crate) variables: Vec<Parameter>,
    pub(crate) lent: Vec<Loan>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) source: Source,
    pub(crate) handler: Handler,
}

/// Takes the variables and starts the function.
type Start = fn(Call, &mut Texts<'_>) -> Work<ResourceContents>;

/// Where contents come from.
#[derive(Clone)]
pub(crate) enum Handler {
    Function(Start),
    Fixed(Arc<ResourceContents>),
}

impl Resource {
    /// A resource by URI, name, place and function.
    #[doc(hidden)]
    pub fn new(uri: &'static str, name: &'static str, source: Source, start: Start) -> Self {
        Self::of(uri.into(), name.into(), source, Handler::Function(start))
    }

    /// A resource of contents that are there already, with a name for programs.
    ///
    /// ```
    /// use nanohub_mcp::{Resource, Server};
    ///
    /// # fn main() -> Result<(), nanohub_mcp::BuildError> {
    /// let server = Server::builder("runs", "1.0").build()?;
    /// server.add_resource(
    ///     Resource::fixed("runs://42/log", "run 42", "converged after 12 steps")
    ///         .description("Log of run 42.")
    ///         .mime_type("text/plain"),
    /// )?;
    /// # Ok(())
    /// # }
    /// ```
    #[track_caller]
    pub fn fixed(
        uri: impl Into<Cow<'static, str>>,
        name: impl Into<Cow<'static, str>>,
        contents: impl Into<ResourceContents>,
    ) -> Self {
        let place = std::panic::Location::caller();
        let source = Source { function: "Resource::fixed", file: place.file(), line: place.line() };
        Self::of(uri.into(), name.into(), source, Handler::Fixed(Arc::new(contents.into())))
    }

    fn of(uri: Cow<'static, str>, name: Cow<'static, str>, source: Source, handler: Handler) -> Self {
        Self {
            uri,
            name,
            title: None,
            description: None,
            mime_type: None,
            size: None,
            annotations: Annotations::default(),
            icons: Vec::new(),
            meta: Map::new(),
            variables: Vec::new(),
            lent: Vec::new(),
            timeout: None,
            source,
            handler,
        }
    }

    /// The URI, or the template of URIs.
    #[must_use]
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// Sets the name for people.
    pub fn title(mut self, title: impl Into<Cow<'static, str>>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Says what is there.
    pub fn description(mut self, description: impl Into<Cow<'static, str>>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Says the MIME type.
    pub fn mime_type(mut self, mime_type: impl Into<Cow<'static, str>>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Says the size in bytes.
    pub fn size(mut self, bytes: u64) -> Self {
        self.size = Some(bytes);
        self
    }

    /// Says for whom it is meant.
    pub fn audience(mut self, audience: impl IntoIterator<Item = Audience>) -> Self {
        self.annotations.audience = audience.into_iter().collect();
        self
    }

    /// Says how important it is, from 0 (optional) to 1 (required). Values outside are clamped.
    pub fn priority(mut self, priority: f64) -> Self {
        self.annotations.priority = Some(priority.clamp(0.0, 1.0));
        self
    }

    /// Says when it last changed, as an ISO 8601 date and time.
    pub fn last_modified(mut self, moment: impl Into<String>) -> Self {
        self.annotations.last_modified = Some(moment.into());
        self
    }

    /// Adds an icon.
    pub fn icon(mut self, icon: Icon) -> Self {
        self.icons.push(icon);
        self
    }

    /// Adds an entry of `_meta`, to the resource and to its contents.
    pub fn meta(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), value.into());
        self
    }

    /// How long reading may take, not counting the time that a person is asked.
    #[doc(hidden)]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Adds a parameter that is a variable of the template.
    #[doc(hidden)]
    pub fn variable(mut self, variable: Parameter) -> Self {
        self.variables.push(variable);
        self
    }

    /// Adds a parameter that the runtime lends.
    #[doc(hidden)]
    pub fn lent<T: Lent>(mut self, parameter: &'static str) -> Self {
        self.lent.push(Loan::of::<T>(parameter));
        self
    }
}

impl fmt::Debug for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Resource")
            .field("uri", &self.uri)
            .field("source", &self.source)
            .finish_non_exhaustive()
    }
}
