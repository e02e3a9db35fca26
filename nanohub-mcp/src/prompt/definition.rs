use std::fmt;
use std::time::Duration;

use serde_json::{Map, Value};

use crate::prompt::Message;
use crate::protocol::Icon;
use crate::text::parameter::Parameter;
use crate::text::texts::Texts;
use crate::tool::call::{Call, Lent, Loan, Work};
use crate::tool::definition::Source;

/// A prompt: its name, what people and models read of it, its arguments and the function behind it.
///
/// `#[prompt]` makes one, [`prompts!`](crate::prompts) lists several.
#[derive(Clone)]
#[must_use]
pub struct Prompt {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    pub(crate) title: Option<&'static str>,
    pub(crate) icons: Vec<Icon>,
    pub(crate) meta: Map<String, Value>,
    pub(crate) arguments: Vec<Parameter>,
    pub(crate) lent: Vec<Loan>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) source: Source,
    pub(crate) start: Start,
}

/// Takes the arguments and starts the function.
type Start = fn(Call, &mut Texts<'_>) -> Work<Vec<Message>>;

impl Prompt {
    /// A prompt by name, description, place and function.
    #[doc(hidden)]
    pub fn new(name: &'static str, description: &'static str, source: Source, start: Start) -> Self {
        Self {
            name,
            description,
            title: None,
            icons: Vec::new(),
            meta: Map::new(),
            arguments: Vec::new(),
            lent: Vec::new(),
            timeout: None,
            source,
            start,
        }
    }

    /// The name on the wire.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Sets the name for people.
    pub fn title(mut self, title: &'static str) -> Self {
        self.title = Some(title);
        self
    }

    /// Adds an icon.
    pub fn icon(mut self, icon: Icon) -> Self {
        self.icons.push(icon);
        self
    }

    /// Adds an entry of `_meta`.
    pub fn meta(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), value.into());
        self
    }

    /// How long it may take, not counting the time that a person is asked.
    #[doc(hidden)]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Adds a parameter that the client sends.
    #[doc(hidden)]
    pub fn argument(mut self, argument: Parameter) -> Self {
        self.arguments.push(argument);
        self
    }

    /// Adds a parameter that the runtime lends.
    #[doc(hidden)]
    pub fn lent<T: Lent>(mut self, parameter: &'static str) -> Self {
        self.lent.push(Loan::of::<T>(parameter));
        self
    }
}

impl fmt::Debug for Prompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prompt")
            .field("name", &self.name)
            .field("source", &self.source)
            .finish_non_exhaustive()
    }
}
