//! Every shape of function that a resource may have, quiet under its author's lints.
#![deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    missing_copy_implementations,
    unused_qualifications,
    unreachable_pub,
    unsafe_code,
    unused_results,
    rust_2018_idioms,
    clippy::all,
    clippy::pedantic
)]

use std::borrow::Cow;
use std::net::IpAddr;

use nanohub_mcp::{
    Completion, Ctx, ElicitChoice, Resource, ResourceContents, ResourceError, ToolError, resource, resources,
};

/// State.
#[derive(Debug)]
pub(crate) struct Runs(Vec<String>);

type Outcome<T> = Result<T, ToolError>;

/// Text.
#[resource("demo://text")]
fn text() -> &'static str {
    "text"
}

/// A cow.
#[resource("demo://cow", inline)]
fn cow() -> Cow<'static, str> {
    "text".into()
}

/// Bytes.
#[resource("demo://bytes", mime_type = "image/png", size = SIZE)]
fn bytes() -> &'static [u8] {
    b"bytes"
}

const SIZE: u64 = 5;

/// JSON.
#[resource(
    "demo://json",
    name = "json",
    title = "JSON",
    audience(user, assistant),
    priority = 1.0,
    icon = "https://example.org/a.png",
    meta("example.org/cost" = 3)
)]
async fn json() -> Vec<u16> {
    std::future::ready(vec![1, 2]).await
}

#[derive(ElicitChoice)]
enum Format {
    Text,
    Json,
}

/// A file.
#[resource("demo://{type}/{id}.{format}", description = "A file.", timeout = "5s")]
fn file(r#type: String, id: u32, format: Format) -> String {
    match format {
        Format::Text => r#type,
        Format::Json => id.to_string(),
    }
}

mod inner {
    use super::{Completion, Format, IpAddr, Outcome, ResourceContents, ResourceError, Runs, Ctx, resource};

    /// What is lent comes anywhere.
    #[resource("demo://{host}/{id}/{kind}", complete(id = ids, host = hosts, kind = Format))]
    pub(crate) async fn lent(
        runs: &Runs,
        host: IpAddr,
        ctx: &Ctx,
        mut id: usize,
        _kind: String,
    ) -> Outcome<ResourceContents> {
        id += usize::from(host.is_ipv4()) + usize::from(ctx.supports_form());
        let run = runs.0.get(id).ok_or_else(ResourceError::not_found)?;
        Ok(ResourceContents::text(run.as_str()).and(ResourceContents::blob(*b"x").uri("demo://x")))
    }

    fn ids(typed: &str) -> impl Iterator<Item = String> + use<> {
        let typed = typed.to_owned();
        (0..3).map(move |id| format!("{typed}{id}"))
    }

    fn hosts(completion: &Completion<'_>) -> Option<&'static str> {
        completion.value().is_empty().then_some("127.0.0.1")
    }
}

/// Nothing, perhaps.
#[resource("demo://perhaps")]
fn perhaps() -> Option<String> {
    None
}

macro_rules! fixed {
    ($uri:literal $name:ident) => {
        /// Written by a macro.
        #[resource($uri)]
        fn $name() -> String {
            String::new()
        }
    };
}

fixed!("demo://macro" from_macro);

fn main() {
    let all: Vec<Resource> = resources![
        text,
        cow,
        bytes,
        json,
        file,
        inner::lent,
        perhaps,
        from_macro,
        #[cfg(any())]
        missing,
    ];
    assert_eq!(all[6].uri(), "demo://perhaps");
    assert_eq!(text(), "text");
    let _ = Runs(Vec::new());
}
