#![doc = include_str!("../README.md")]
//!
//! # Where things are
//!
//! | to | read |
//! |---|---|
//! | make a tool of a function | [`tool`], [`tools!`], [`ToolOutput`], [`ToolError`] |
//! | offer resources and prompts | [`resource`], [`resources!`], [`prompt`], [`prompts!`], [`Completion`] |
//! | ask the user | [`Ctx::elicit`], [`ElicitForm`](derive@ElicitForm), [`ElicitChoice`](derive@ElicitChoice), [`guide::elicitation`] |
//! | put a server together | [`Server::builder`], [`ServerBuilder`] |
//! | serve it | [`cli::run`], [`Server::serve`], [`Server::serve_stdio`], [`Server::into_router`] |

// What only a transport or the validator calls is there without it too: splitting it up by features would
// cost its readers more than it saves. With all features on nothing may be unused.
#![cfg_attr(
    not(all(feature = "http", feature = "stdio", feature = "validation")),
    allow(dead_code, unused_imports)
)]

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
#[cfg(any(doc, doctest))]
pub mod guide;
mod jsonrpc;
mod percent;
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

pub use ctx::{Claim, Ctx, MemoryOnceStore, OnceError, OnceStore, StoreFuture};
pub use elicit::{
    Ask, AskUrl, Choose, Confirm, ElicitError, Elicited, ListRoots, Root, Sample, Sampled, Sampling,
};
pub use error::{Error, Result};
pub use form::{Choice, ElicitChoice, ElicitField, ElicitForm, FormField};
pub use jsonrpc::RequestId;
#[doc = include_str!("docs/choice.md")]
pub use nanohub_mcp_macros::ElicitChoice;
#[doc = include_str!("docs/form.md")]
pub use nanohub_mcp_macros::ElicitForm;
#[doc = include_str!("docs/prompt.md")]
pub use nanohub_mcp_macros::prompt;
#[doc = include_str!("docs/resource.md")]
pub use nanohub_mcp_macros::resource;
#[doc = include_str!("docs/tool.md")]
pub use nanohub_mcp_macros::tool;
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
