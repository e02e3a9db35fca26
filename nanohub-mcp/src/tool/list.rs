use crate::__private::ToolFn;
use crate::tool::Tool;

/// Lists tools, for [`ServerBuilder::tools`](crate::ServerBuilder::tools).
///
/// Takes the paths of functions that carry [`#[tool]`](crate::tool); one can be under `#[cfg(..)]`. Gives
/// a `Vec<Tool>`, in the order of the list.
///
/// Where rustc says "expected type, found function `add`", put `#[tool]` above the function.
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
    // In parentheses, so that rustc says of a function without `#[tool]` that it found a function. Bare, it
    // would take the name for a constant.
    ($($(#[$attribute:meta])* $tool:ty),* $(,)?) => {
        $crate::__private::tools(&[
            $($(#[$attribute])* #[allow(unused_parens)] $crate::__private::tool::<($tool)>,)*
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::{Value, json};

    use crate::tool;
    use crate::tool::definition::{Argument, Limit, Requirement};

    struct Cluster;

    /// Match a pattern.
    ///
    ///   - one a line  
    /// Done.
    #[tool(
        crate = crate,
        title = "Match",
        read_only,
        destructive = false,
        timeout = "90s",
        requires(url),
        input_schema = input,
        icon = "https://example.org/a.png",
        meta("example.org/cost" = 3)
    )]
    fn r#match(
        cluster: &Cluster,
        /// Kind of pattern.
        #[doc = "Or `any`."]
        #[arg(default = "any", len = 1..5, pattern = "^[a-z]+$")]
        r#type: String,
        #[arg(name = "how-many", range = 1..LIMIT, example = 2, header = "Count")] count: u8,
        _limit: Option<f64>,
    ) -> usize {
        let Cluster = cluster;
        r#type.len() + usize::from(count)
    }

    const LIMIT: u8 = 9;

    fn input() -> Value {
        json!({"type": "object"})
    }

    #[test]
    fn a_tool_is_what_its_function_says() {
        let [tool] = <[_; 1]>::try_from(tools![r#match]).unwrap();
        assert_eq!(tool.name, "match");
        assert_eq!(tool.description, "Match a pattern.\n\n  - one a line\nDone.");
        assert_eq!(tool.title, Some("Match"));
        assert_eq!((tool.hints.read_only, tool.hints.destructive), (Some(true), Some(false)));
        assert_eq!((tool.hints.idempotent, tool.hints.open_world), (None, None));
        assert_eq!(tool.timeout, Some(Duration::from_secs(90)));
        assert_eq!(tool.requires, [Requirement::Url]);
        assert_eq!(tool.input_schema, Some(input()));
        assert!(tool.output.is_some() && tool.output_schema.is_none());
        assert_eq!(tool.icons[0].src, "https://example.org/a.png");
        assert_eq!(tool.meta["example.org/cost"], 3);
        assert_eq!((tool.lent.len(), tool.lent[0].parameter), (1, "cluster"));
        assert!(tool.source.function.ends_with("list::tests::match"), "{}", tool.source);

        let [kind, count, limit] = <[Argument; 3]>::try_from(tool.arguments).unwrap();
        assert_eq!((kind.name, kind.doc), ("type", "Kind of pattern.\nOr `any`."));
        assert_eq!(kind.default.as_deref(), Some("\"any\""));
        assert_eq!((kind.min_len, kind.max_len, kind.pattern), (Some(1), Some(4), Some("^[a-z]+$")));
        assert_eq!((count.name, count.header), ("how-many", Some("Count")));
        assert_eq!((count.minimum, count.maximum), (Some(Limit::Integer(1)), None));
        assert_eq!(count.below, Some(Limit::Integer(9)));
        assert_eq!(count.example.as_deref(), Some("2"));
        assert_eq!((limit.name, (limit.optional)()), ("limit", true));
    }
}
