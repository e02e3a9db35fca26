use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use serde::Serialize;
use serde_json::Value;

use crate::codec;
use crate::codec::stateless::Caching;
use crate::jsonrpc::ErrorObject;
use crate::protocol::Revision;
use crate::schema::mirrored::Mirrored;
use crate::server::paging;
use crate::tool::Tool;
use crate::tool::inputs::Inputs;
use crate::tool::outputs::OutputSchema;

/// A tool with its schemas compiled.
#[derive(Debug)]
pub(crate) struct Registered {
    pub(crate) tool: Tool,
    pub(crate) inputs: Inputs,
    pub(crate) output: Option<OutputSchema>,
    /// Arguments that headers repeat in the stateless era.
    pub(crate) mirrored: Vec<Mirrored>,
    /// Whether it borrows the context of its call.
    pub(crate) session_only: bool,
}

/// The tools of a server, in the order in which they were added.
#[derive(Debug)]
pub(crate) struct Catalogue {
    tools: Vec<Arc<Registered>>,
    by_name: HashMap<&'static str, usize>,
    /// Whether there are tools, or were: a capability that clients were told of is not taken back.
    offered: bool,
    /// `tools/list` without pages, rendered once per revision of the session era.
    lists: [OnceLock<String>; 4],
    /// The same for the stateless era.
    stateless_list: OnceLock<String>,
    /// The tools as an OpenAPI document, once somebody asked for it.
    pub(crate) openapi: OnceLock<Bytes>,
}

impl Catalogue {
    pub(crate) fn new(tools: Vec<Arc<Registered>>, offered: bool) -> Self {
        let by_name =
            tools.iter().enumerate().map(|(index, registered)| (registered.tool.name, index)).collect();
        Self {
            offered: offered || !tools.is_empty(),
            tools,
            by_name,
            lists: Default::default(),
            stateless_list: OnceLock::new(),
            openapi: OnceLock::new(),
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Arc<Registered>> {
        self.by_name.get(name).map(|index| &self.tools[*index])
    }

    pub(crate) fn tools(&self) -> &[Arc<Registered>] {
        &self.tools
    }

    /// Whether the server has tools at all, although there may be none right now.
    pub(crate) fn offers_tools(&self) -> bool {
        self.offered
    }

    /// Whether any tool has a context, and so may log.
    pub(crate) fn logs(&self) -> bool {
        self.tools.iter().any(|registered| registered.session_only)
    }

    /// Warns of names that hosts refuse although the protocol allows them.
    pub(crate) fn log_names(&self) {
        for Registered { tool, .. } in self.tools.iter().map(AsRef::as_ref) {
            let portable = tool.name.len() <= 64 && !tool.name.contains('.');
            if !portable {
                tracing::warn!(tool = tool.name, "some hosts take only names of up to 64 of [A-Za-z0-9_-]");
            }
        }
    }

    /// One page of `tools/list`, as JSON text.
    pub(crate) fn page(
        &self,
        revision: Revision,
        size: Option<usize>,
        cursor: Option<&str>,
    ) -> Result<String, ErrorObject> {
        let size = size.unwrap_or(self.tools.len()).max(1);
        let start = match cursor {
            None if size >= self.tools.len() => {
                return Ok(self.lists[revision as usize]
                    .get_or_init(|| self.render(revision, 0, size))
                    .clone());
            }
            None => 0,
            Some(cursor) => self.after(cursor)?,
        };
        Ok(self.render(revision, start, size))
    }

    /// One page of `tools/list` in the stateless era, as JSON text.
    pub(crate) fn stateless_page(
        &self,
        size: Option<usize>,
        cursor: Option<&str>,
        caching: Caching,
        server_info: &Value,
    ) -> Result<String, ErrorObject> {
        #[derive(Serialize)]
        struct Members<T> {
            #[serde(flatten)]
            page: T,
            #[serde(flatten)]
            caching: Caching,
        }
        let size = size.unwrap_or(self.tools.len()).max(1);
        let render = |start| {
            let page = self.list(Revision::V2026_07_28, start, size);
            codec::stateless::complete(&Members { page, caching }, server_info)
        };
        match cursor {
            None if size >= self.tools.len() => Ok(self.stateless_list.get_or_init(|| render(0)).clone()),
            None => Ok(render(0)),
            Some(cursor) => Ok(render(self.after(cursor)?)),
        }
    }

    fn render(&self, revision: Revision, start: usize, size: usize) -> String {
        serde_json::to_string(&self.list(revision, start, size)).expect("wire types serialise")
    }

    fn list(&self, revision: Revision, start: usize, size: usize) -> impl Serialize + '_ {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct ListToolsResult<T> {
            tools: Vec<T>,
            #[serde(skip_serializing_if = "Option::is_none")]
            next_cursor: Option<String>,
        }
        let end = self.tools.len().min(start.saturating_add(size));
        let page = &self.tools[start..end];
        let tools = page.iter().map(|registered| codec::tool::tool(registered, revision)).collect();
        let next_cursor =
            page.last().filter(|_| end < self.tools.len()).map(|last| paging::after(last.tool.name));
        ListToolsResult { tools, next_cursor }
    }

    /// Where the page after a cursor starts.
    fn after(&self, cursor: &str) -> Result<usize, ErrorObject> {
        paging::named(cursor)
            .and_then(|name| self.by_name.get(name.as_str()))
            .map(|index| index + 1)
            .ok_or_else(paging::unknown)
    }
}
