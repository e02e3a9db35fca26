/// What a path leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Route<'a> {
    /// The MCP endpoint.
    Mcp,
    /// The MCP endpoint for what is sent, server info for what is read.
    Root,
    /// A tool by its name, which may be percent-encoded.
    Tool(&'a str),
    OpenApi,
    Discovery,
    Favicon,
    /// The stream of the transport of 2024-11-05.
    LegacySse,
}

impl<'a> Route<'a> {
    /// Reads a path. The prefix may be there or not: some proxies take it off, some do not.
    ///
    /// Clients do not follow redirects with a POST, so `/mcp/` is as good as `/mcp`.
    pub(crate) fn of(path: &'a str, prefix: &str) -> Option<Self> {
        let path = below(path, prefix);
        Some(match path {
            "/mcp" | "/mcp/" => Self::Mcp,
            "/" => Self::Root,
            "/openapi.json" => Self::OpenApi,
            "/.well-known/mcp.json" => Self::Discovery,
            "/favicon.ico" => Self::Favicon,
            "/sse" | "/sse/" => Self::LegacySse,
            _ => {
                let name = path.strip_prefix("/tools/")?;
                return (!name.is_empty() && !name.contains('/')).then_some(Self::Tool(name));
            }
        })
    }

    /// Whether a path is of the REST routes, which tell errors in a form of their own, also where it leads nowhere.
    pub(crate) fn is_rest(path: &str, prefix: &str) -> bool {
        below(path, prefix)
            .strip_prefix("/tools")
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// The methods that it knows, as `Allow` names them.
    pub(crate) fn methods(self) -> &'static str {
        match self {
            Self::Mcp | Self::Root => "GET, POST, DELETE, OPTIONS",
            Self::Tool(_) => "POST, OPTIONS",
            Self::OpenApi | Self::Discovery | Self::Favicon | Self::LegacySse => "GET, OPTIONS",
        }
    }
}

/// The path without the prefix, where it has it.
fn below<'a>(path: &'a str, prefix: &str) -> &'a str {
    match path.strip_prefix(prefix) {
        Some("") => "/",
        Some(rest) if rest.starts_with('/') => rest,
        _ => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn h10_both_slash_forms_and_prefixes_lead_there() {
        for (path, prefix, expected) in [
            ("/mcp", "", Some(Route::Mcp)),
            ("/mcp/", "", Some(Route::Mcp)),
            ("/", "", Some(Route::Root)),
            ("/tools/add", "", Some(Route::Tool("add"))),
            ("/tools/", "", None),
            ("/tools/a/b", "", None),
            ("/openapi.json", "", Some(Route::OpenApi)),
            ("/.well-known/mcp.json", "", Some(Route::Discovery)),
            ("/a/sse", "/a", Some(Route::LegacySse)),
            ("/mcpx", "", None),
            ("//mcp", "", None),
            ("*", "", None),
            ("/a/b/mcp", "/a/b", Some(Route::Mcp)),
            ("/a/b", "/a/b", Some(Route::Root)),
            ("/a/b/", "/a/b", Some(Route::Root)),
            ("/a/b/tools/add", "/a/b", Some(Route::Tool("add"))),
            ("/mcp", "/a/b", Some(Route::Mcp)),
            ("/a/bmcp", "/a/b", None),
            ("/a/bc/mcp", "/a/b", None),
            ("/a/b/mcp", "", None),
            ("/mcp/mcp", "/mcp", Some(Route::Mcp)),
        ] {
            assert_eq!(Route::of(path, prefix), expected, "{path} below {prefix}");
        }
    }
}
