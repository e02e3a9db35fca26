use std::fmt;
use std::time::Duration;

use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value};

use crate::protocol::Icon;
use crate::tool::arguments::Arguments;
use crate::tool::call::{Call, Lent, Loan, Start, Work};

/// A tool: its name, what the model reads of it, its schemas and the function behind it.
///
/// `#[tool]` makes one, [`tools!`](crate::tools) lists several.
#[derive(Clone)]
#[must_use]
pub struct Tool {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    pub(crate) title: Option<&'static str>,
    pub(crate) hints: Hints,
    pub(crate) icons: Vec<Icon>,
    pub(crate) meta: Map<String, Value>,
    pub(crate) arguments: Vec<Argument>,
    pub(crate) lent: Vec<Loan>,
    pub(crate) requires: Vec<Requirement>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) input_schema: Option<Value>,
    pub(crate) output_schema: Option<Value>,
    pub(crate) output: Option<fn(&mut SchemaGenerator) -> Schema>,
    pub(crate) source: Source,
    pub(crate) start: Start,
}

/// Makes the schema of a type.
type MakeSchema = fn(&mut SchemaGenerator) -> Schema;

/// Where a tool was written, for messages to its author.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    /// Path of the function.
    pub function: &'static str,
    /// File and line.
    pub file: &'static str,
    /// Line.
    pub line: u32,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` ({}:{})", self.function, self.file, self.line)
    }
}

/// Hints of a tool's behaviour; `None` is what the author did not say.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Hints {
    pub(crate) read_only: Option<bool>,
    pub(crate) destructive: Option<bool>,
    pub(crate) idempotent: Option<bool>,
    pub(crate) open_world: Option<bool>,
}

/// What a client must be able to do, or the tool is not worth calling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Requirement {
    /// Forms.
    Elicitation,
    /// URLs.
    Url,
    /// Its model.
    Sampling,
    /// Its roots.
    Roots,
}

/// A parameter that the client sends, its type known only through functions.
#[derive(Debug, Clone)]
#[must_use]
pub struct Argument {
    pub(crate) name: &'static str,
    pub(crate) title: Option<&'static str>,
    pub(crate) doc: &'static str,
    pub(crate) schema: fn(&mut SchemaGenerator) -> Schema,
    /// Whether the type takes a missing value (`Option<T>`).
    pub(crate) optional: fn() -> bool,
    /// JSON text.
    pub(crate) default: Option<String>,
    pub(crate) minimum: Option<Limit>,
    pub(crate) maximum: Option<Limit>,
    /// An upper limit that is not itself allowed (`0..10`).
    pub(crate) below: Option<Limit>,
    pub(crate) min_len: Option<usize>,
    pub(crate) max_len: Option<usize>,
    pub(crate) pattern: Option<&'static str>,
    /// JSON text.
    pub(crate) example: Option<String>,
    pub(crate) header: Option<&'static str>,
}

/// A limit of a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Limit {
    /// Of an integer.
    Integer(i128),
    /// Of a float.
    Float(f64),
}

macro_rules! limit {
    ($variant:ident: $($ty:ty),*) => {$(
        impl From<$ty> for Limit {
            fn from(limit: $ty) -> Self {
                Self::$variant(limit.into())
            }
        }
    )*};
}
limit!(Integer: i8, i16, i32, i64, i128, u8, u16, u32, u64);
limit!(Float: f32, f64);

impl From<usize> for Limit {
    fn from(limit: usize) -> Self {
        // A `usize` has at most 64 bits on every target that Rust has.
        Self::Integer(i128::try_from(limit).unwrap_or(i128::MAX))
    }
}

impl From<isize> for Limit {
    fn from(limit: isize) -> Self {
        Self::Integer(limit as i128)
    }
}

impl Argument {
    pub(crate) fn new(
        name: &'static str,
        schema: fn(&mut SchemaGenerator) -> Schema,
        optional: fn() -> bool,
    ) -> Self {
        Self {
            name,
            title: None,
            doc: "",
            schema,
            optional,
            default: None,
            minimum: None,
            maximum: None,
            below: None,
            min_len: None,
            max_len: None,
            pattern: None,
            example: None,
            header: None,
        }
    }
}

/// Setters for the generated code.
macro_rules! setters {
    ($owner:ident { $($(#[$doc:meta])* $name:ident: $ty:ty = $value:expr;)* }) => {
        impl $owner {
            $(
                $(#[$doc])*
                pub fn $name(mut self, $name: $ty) -> Self {
                    self.$name = $value;
                    self
                }
            )*
        }
    };
}

setters!(Argument {
    /// Name for people.
    title: &'static str = Some(title);
    /// What the model reads.
    doc: &'static str = doc;
    /// JSON text of the default.
    default: String = Some(default);
    /// Smallest value.
    minimum: impl Into<Limit> = Some(minimum.into());
    /// Largest value.
    maximum: impl Into<Limit> = Some(maximum.into());
    /// Upper limit that is not itself allowed.
    below: impl Into<Limit> = Some(below.into());
    /// Smallest length: characters of a string, items of a list.
    min_len: usize = Some(min_len);
    /// Largest length.
    max_len: usize = Some(max_len);
    /// Regular expression that a string must match.
    pattern: &'static str = Some(pattern);
    /// JSON text of an example.
    example: String = Some(example);
    /// Name of the `Mcp-Param-*` header that repeats the argument.
    header: &'static str = Some(header);
});

impl Tool {
    /// A tool by name, description, place and function.
    pub fn new(
        name: &'static str,
        description: &'static str,
        source: Source,
        start: fn(Call, &mut Arguments<'_>) -> Work,
    ) -> Self {
        Self {
            name,
            description,
            title: None,
            hints: Hints::default(),
            icons: Vec::new(),
            meta: Map::new(),
            arguments: Vec::new(),
            lent: Vec::new(),
            requires: Vec::new(),
            timeout: None,
            input_schema: None,
            output_schema: None,
            output: None,
            source,
            start,
        }
    }

    /// The tool's name on the wire.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Adds a parameter that the client sends.
    pub fn argument(mut self, argument: Argument) -> Self {
        self.arguments.push(argument);
        self
    }

    /// Adds a parameter that the runtime lends.
    pub fn lent<T: Lent>(mut self, parameter: &'static str) -> Self {
        self.lent.push(Loan::of::<T>(parameter));
        self
    }

    /// Hint: the tool changes nothing.
    pub fn read_only(mut self, hint: bool) -> Self {
        self.hints.read_only = Some(hint);
        self
    }

    /// Hint: the tool may destroy something.
    pub fn destructive(mut self, hint: bool) -> Self {
        self.hints.destructive = Some(hint);
        self
    }

    /// Hint: calling it twice is calling it once.
    pub fn idempotent(mut self, hint: bool) -> Self {
        self.hints.idempotent = Some(hint);
        self
    }

    /// Hint: the tool reaches out into the world.
    pub fn open_world(mut self, hint: bool) -> Self {
        self.hints.open_world = Some(hint);
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

    /// Adds what a client must be able to do.
    pub fn requires(mut self, requirement: Requirement) -> Self {
        self.requires.push(requirement);
        self
    }
}

setters!(Tool {
    /// Name for people.
    title: &'static str = Some(title);
    /// How long the tool may take, not counting the time that a person is asked.
    timeout: Duration = Some(timeout);
    /// A hand-written input schema, published untouched.
    input_schema: Value = Some(input_schema);
    /// A hand-written output schema, published untouched.
    output_schema: Value = Some(output_schema);
    /// Schema of what the function returns, where that has one. Asked here rather than in generated code,
    /// which names it: see [`Output::of`](crate::tool::output::Output::of).
    output: fn() -> Option<MakeSchema> = output();
});

impl fmt::Debug for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tool").field("name", &self.name).field("source", &self.source).finish_non_exhaustive()
    }
}
