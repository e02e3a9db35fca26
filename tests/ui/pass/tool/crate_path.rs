//! The runtime under another name: re-exported, renamed, and seen from a relative path.
#![deny(warnings)]

mod facade {
    pub mod deep {
        pub use nanohub_mcp as mcp;
    }
}

use facade::deep::mcp;
use mcp::tool;

/// Through a re-export.
#[tool(crate = crate::facade::deep::mcp)]
fn absolute(#[arg(default = 1)] a: i64) -> i64 {
    a
}

/// Through an import.
#[tool(crate = mcp)]
async fn imported(a: i64) -> i64 {
    a
}

/// Through the parent module.
mod inner {
    /// From here.
    #[super::tool(crate = super::mcp)]
    pub fn relative(a: i64) -> i64 {
        a
    }
}

fn main() {
    assert_eq!(mcp::tools![absolute, imported, inner::relative].len(), 3);
}
