//! skeleton
#![allow(dead_code)]

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
#[cfg(feature = "cli")]
pub mod cli;
mod codec;
mod ctx;
mod elicit;
mod error;
mod form;
mod jsonrpc;
mod prompt;
mod protocol;
mod random;
mod resource;
mod schema;
mod server;
mod session;
mod stateless;
mod text;
mod tool;
mod transport;

pub use ctx::{Ctx, OnceError};
pub use elicit::{Ask, AskUrl, Choose, Confirm, ElicitError, Elicited};
pub use error::{Error, Result};
pub use form::{Choice, ElicitChoice, ElicitField, ElicitForm, FormField};
pub use jsonrpc::RequestId;
/// Makes an enum a choice that a form can offer: a field of the enum's type is one of its variants, a `Vec`
/// of it some of them.
///
/// ```
/// use nanohub_mcp::{ElicitChoice, ElicitForm};
///
/// #[derive(ElicitChoice)]
/// enum Gpu {
///     #[choice(title = "NVIDIA A100 (80 GB)")]
///     A100,
///     #[choice(value = "h100-sxm", title = "NVIDIA H100 (SXM)")]
///     H100,
/// }
///
/// #[derive(ElicitForm)]
/// struct Hardware {
///     gpu: Gpu,
/// }
/// ```
///
/// The variants hold no data. On the wire a variant is its name in `snake_case`.
///
/// | `#[choice(..)]` on a variant | meaning |
/// |---|---|
/// | `value = ".."` | the value on the wire |
/// | `title = ".."` | what people read, instead of the value |
///
/// On the enum, `#[choice(crate = path)]` names this crate where it is renamed or re-exported.
pub use nanohub_mcp_macros::ElicitChoice;
/// Makes a struct a form that a tool can ask a person to fill in, with `ctx.elicit::<Submit>("..")`.
///
/// ```
/// use nanohub_mcp::{ElicitChoice, ElicitForm};
///
/// /// Where and how a batch runs.
/// #[derive(ElicitForm)]
/// struct Submit {
///     /// Queue to submit to.
///     #[form(default = Queue::Standby, required)]
///     queue: Queue,
///     /// Cores on one node.
///     #[form(range = 1..=64, default = 4)]
///     cores: u32,
///     /// Who hears when the run ends.
///     #[form(title = "E-mail", format = "email")]
///     contact: Option<String>,
/// }
///
/// #[derive(ElicitChoice)]
/// enum Queue {
///     Standby,
///     Long,
/// }
/// ```
///
/// Nothing else is to be derived. The doc comment of a field is its description; the name of the struct is
/// never shown. A struct without fields is a form to accept or to decline.
///
/// # Fields
///
/// Forms are flat. A field is one of
///
/// | type | what clients show |
/// |---|---|
/// | `String` | a text box; with `format` one for an e-mail address, a URI, a date or a time |
/// | `bool` | a check box |
/// | `i8` .. `i64`, `u8` .. `u64`, `isize`, `usize` | a number, within the range of the type |
/// | `f32`, `f64` | a number |
/// | an enum with [`#[derive(ElicitChoice)]`](derive@ElicitChoice) | one of its variants |
/// | `Vec` of such an enum | some of its variants; not on clients of 2025-06-18 |
/// | `Option` of one of these | the same, and it may be left out |
///
/// # Attributes of a field
///
/// | `#[form(..)]` | for | meaning |
/// |---|---|---|
/// | `name = ".."` | all | name on the wire, instead of the field's |
/// | `title = ".."` | all | name for people |
/// | `default = expr` | all but `Option` | shown beforehand, and taken where the answer leaves the field out; evaluated once |
/// | `required` | with `default` | clients insist on an answer although there is a default |
/// | `range = 1..=64` | numbers | least and greatest value |
/// | `len = 1..=80` | `String` | length in characters |
/// | `format = ".."` | `String` | `email`, `uri`, `date` (2026-02-28) or `date-time` (2026-02-28T09:30:00Z) |
/// | `pattern = ".."` | `String` | a [regular expression](https://docs.rs/regex) that must match; clients do not know it |
/// | `items = 1..=3` | `Vec` | how many may be selected |
/// | `choices = dynamic` | `String`, `Vec<String>` | choices come with every ask, see below |
/// | `enum_names` | enums | titles go out as `enumNames` also where clients know something newer |
/// | `validate = path` | all | the author's own check: `fn(&T) -> Result<(), E>`, `E: Display`; clients do not know it |
/// | `not_secret` | all | the name looks like that of a secret, and it is none |
///
/// On the struct, `#[form(crate = path)]` names this crate where it is renamed or re-exported.
///
/// # Answers
///
/// An answer is held to the same declaration before the tool sees it: every rule above, real days of the
/// calendar included. Clients collect text, so `3.0` and `"3"` are taken for the integer 3 and `"true"` for
/// `true`; nothing is ever made into text. `null` is a field left out, and so is an empty text box of an
/// optional field that could not hold it. Keys that the form does not have are dropped. An answer that
/// breaks a rule is asked for again, with all reasons in words.
///
/// # Choices known only at run time
///
/// For such a field the derive generates a constant that names it, for `.choices(Submit::NODE, ["a", "b"])`:
///
/// ```
/// use nanohub_mcp::{ElicitForm, FormField};
///
/// #[derive(ElicitForm)]
/// struct Submit {
///     #[form(choices = dynamic)]
///     node: String,
/// }
///
/// const NODE: FormField<Submit> = Submit::NODE;
/// ```
///
/// # Secrets
///
/// Forms must not ask for secrets: what a person fills in passes through the client and its model. A field
/// whose name ends in `password`, `passphrase`, `secret`, `api_key`, `access_token` or `private_key` does
/// not compile. Have the person enter it on a page of yours, with `ctx.elicit_url(..)`.
///
/// ```compile_fail
/// #[derive(nanohub_mcp::ElicitForm)]
/// struct Login {
///     password: String,
/// }
/// ```
pub use nanohub_mcp_macros::ElicitForm;
pub use prompt::{Message, Prompt, PromptOutput};
pub use protocol::{
    Annotations, Audience, Audio, ClientCapabilities, Content, EmbeddedResource, Icon, Image, Implementation,
    LogLevel, ProgressToken, ResourceLink, Revision,
};
pub use resource::{Resource, ResourceContents, ResourceError, ResourceOutput};
pub use schemars;
pub use server::{BuildError, CacheScope, Server, ServerBuilder};
pub use stateless::keys::{InvalidStateKey, StateKey};
pub use text::{Complete, Completion, FromText};
pub use tool::error::UrlRequired;
pub use tool::{Tool, ToolArgument, ToolError, ToolOutput, ToolResult};
#[cfg(feature = "http")]
pub use transport::http::{Bound, McpService, ResponseBody, Serve, ServeError};

#[doc = include_str!("docs/prompt.md")]
pub use nanohub_mcp_macros::prompt;
#[doc = include_str!("docs/resource.md")]
pub use nanohub_mcp_macros::resource;
#[doc = include_str!("docs/tool.md")]
pub use nanohub_mcp_macros::tool;
