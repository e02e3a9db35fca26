//! Tools: what `#[tool]` makes of a function. Knows of no client, session or transport.

pub(crate) mod argument;
pub(crate) mod arguments;
pub(crate) mod call;
pub(crate) mod definition;
pub(crate) mod error;
pub(crate) mod finite;
pub(crate) mod inputs;
pub(crate) mod list;
pub(crate) mod output;
pub(crate) mod outputs;
pub(crate) mod result;

pub use argument::ToolArgument;
pub use definition::Tool;
pub use error::ToolError;
pub use output::ToolOutput;
pub use result::ToolResult;
