use crate::__private::ToolFn;
use crate::tool::Tool;

/// Lists tools, for [`ServerBuilder::tools`](crate::ServerBuilder::tools).
///
/// Takes the paths of functions that carry [`#[tool]`](crate::tool); one can be under `#[cfg(..)]`. Gives
/// a `Vec<Tool>`, in the order of the list.
///
/// ```
/// use nanohub_mcp::{tool, tools};
///
/// /// Add two integers.
/// #[tool]
/// fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// mod signs {
///     /// Negate an integer.
///     #[nanohub_mcp::tool]
///     pub fn negate(a: i64) -> i64 {
///         -a
///     }
/// }
///
/// let tools = tools![
///     add,
///     signs::negate,
///     #[cfg(feature = "gpu")]
///     solve,
/// ];
/// assert_eq!(tools.iter().map(|tool| tool.name()).collect::<Vec<_>>(), ["add", "negate"]);
/// ```
#[macro_export]
macro_rules! tools {
    ($($(#[$attribute:meta])* $tool:ty),* $(,)?) => {
        $crate::__private::tools(&[
            $($(#[$attribute])* $crate::__private::tool::<$tool>,)*
        ])
    };
}

/// One tool of a list; rustc points at a type that is none.
pub fn tool<T: ToolFn>() -> Tool {
    T::tool()
}

/// What `tools!` gives: functions rather than tools, which would all be on the stack at once.
#[must_use]
pub fn tools(tools: &[fn() -> Tool]) -> Vec<Tool> {
    tools.iter().map(|tool| tool()).collect()
}
