//! Macros of `nanohub-mcp`.
