use std::any::{TypeId, type_name};
use std::collections::HashMap;
use std::env::VarError;
use std::fmt;
use std::sync::{Arc, RwLock};
use std::time::Duration;

use crate::codec::stateless::Caching;
use crate::codec::tool::implementation;
use crate::ctx::state::States;
use crate::ctx::{Ctx, OnceStore};
use crate::prompt::Prompt;
use crate::protocol::{Icon, Implementation, Revision};
use crate::resource::Resource;
use crate::schema::{SchemaSettings, mirrored};
use crate::server::build_error::BuildError;
use crate::server::catalogue::{Catalogue, Registered};
use crate::server::prompts::catalogue::{PromptCatalogue, RegisteredPrompt};
use crate::server::resources::catalogue::{RegisteredResource, ResourceCatalogue};
use crate::server::settings::{CacheScope, Settings};
use crate::server::{Inner, Server};
use crate::session::store::Sessions;
use crate::stateless::keys::{self, InvalidStateKey, StateKey};
use crate::stateless::seal::Seal;
use crate::tool::Tool;
use crate::tool::call::Loan;
use crate::tool::definition::Source;
use crate::tool::inputs::Inputs;
use crate::tool::outputs::OutputSchema;

/// Puts a server together.
#[must_use]
pub struct ServerBuilder {
    identity: Implementation,
    instructions: Option<String>,
    tools: Vec<Tool>,
    resources: Vec<Resource>,
    prompts: Vec<Prompt>,
    states: States,
    problems: Vec<String>,
    schemas: SchemaSettings,
    settings: Settings,
    /// `None` where the environment decides.
    keys: Option<Vec<StateKey>>,
    once_store: Option<Arc<dyn OnceStore>>,
}

impl ServerBuilder {
    pub(crate) fn new(name: String, version: String) -> Self {
        Self {
            identity: Implementation { name, version, ..Implementation::default() },
            instructions: None,
            tools: Vec::new(),
            resources: Vec::new(),
            prompts: Vec::new(),
            states: States::default(),
            problems: Vec::new(),
            schemas: SchemaSettings::default(),
            settings: Settings::default(),
            keys: None,
            once_store: None,
        }
    }

    /// Sets the name for people.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.identity.title = Some(title.into());
        self
    }

    /// Says what the server is for.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.identity.description = Some(description.into());
        self
    }

    /// Says where to read more.
    pub fn website_url(mut self, url: impl Into<String>) -> Self {
        self.identity.website_url = Some(url.into());
        self
    }

    /// Adds an icon.
    pub fn icon(mut self, icon: Icon) -> Self {
        self.identity.icons.push(icon);
        self
    }

    /// Tells the model how to use the server as a whole.
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.instructions = Some(instructions.into());
        self
    }

    /// Adds tools, in the order in which they are listed: see [`tools!`](crate::tools).
    pub fn tools(mut self, tools: impl IntoIterator<Item = Tool>) -> Self {
        self.tools.extend(tools);
        self
    }

    /// Adds resources and templates, in the order in which they are listed: see
    /// [`resources!`](crate::resources).
    pub fn resources(mut self, resources: impl IntoIterator<Item = Resource>) -> Self {
        self.resources.extend(resources);
        self
    }

    /// Adds prompts, in the order in which they are listed: see [`prompts!`](crate::prompts).
    pub fn prompts(mut self, prompts: impl IntoIterator<Item = Prompt>) -> Self {
        self.prompts.extend(prompts);
        self
    }

    /// Adds state that tools, resources and prompts borrow as `&T`. One value of a type.
    ///
    /// It is shared by all calls already: register `Db` rather than `Arc<Db>`, which is another type and is borrowed as
    /// `&Arc<Db>`, by tools that keep a clone. What changes needs a lock or an atomic of its own.
    pub fn state<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        if TypeId::of::<T>() == TypeId::of::<Ctx>() {
            self.problems.push("`Ctx` is not state: the runtime lends one to each call".into());
        } else if !self.states.insert(value) {
            self.problems.push(format!(
                "two states of type `{}` are registered; tools borrow state by type, so wrap one in a type of its own",
                type_name::<T>()
            ));
        }
        self
    }

    /// Whether schemas are made portable (the default), or published as `schemars` makes them.
    pub fn portable_schemas(mut self, portable: bool) -> Self {
        self.schemas.portable = portable;
        self
    }

    /// Whether messages about wrong arguments repeat the values. Off by default: they may be secrets.
    pub fn reflect_values(mut self, reflect: bool) -> Self {
        self.schemas.reflect_values = reflect;
        self
    }

    /// Sets the keys that seal what clients carry between rounds of questions: the first one seals, all of
    /// them open. Replicas share them.
    ///
    /// Without keys, here or in the environment variable `NANOHUB_MCP_STATE_KEYS` (base64, separated by
    /// commas; an empty one counts as none), the process makes one of its own.
    pub fn state_keys(mut self, keys: impl IntoIterator<Item = StateKey>) -> Self {
        let keys: Vec<_> = keys.into_iter().collect();
        if keys.is_empty() {
            self.problems.push("`.state_keys(..)` was given no key".into());
        } else {
            self.keys = Some(keys);
        }
        self
    }

    /// Remembers which [`once`](Ctx::once) steps have run, also where a client comes back with what it
    /// carried before them. [`MemoryOnceStore`](crate::MemoryOnceStore) is one for a single process.
    pub fn once_store(mut self, store: impl OnceStore) -> Self {
        self.once_store = Some(Arc::new(store));
        self
    }

    /// How long clients of the stateless era may keep lists and contents of resources, and whether they may
    /// share them. Not at all by
    /// default.
    pub fn cache(mut self, ttl: Duration, scope: CacheScope) -> Self {
        let ttl_ms = u64::try_from(ttl.as_millis()).unwrap_or(u64::MAX);
        self.settings.caching = Caching { ttl_ms, cache_scope: scope };
        self
    }

    /// How many entries a page of a list holds. All of them by default.
    pub fn page_size(mut self, entries: usize) -> Self {
        self.settings.page_size = Some(entries.max(1));
        self
    }

    /// How long a question waits for the user, unless it says otherwise. 60 s by default.
    pub fn ask_timeout(mut self, timeout: Duration) -> Self {
        self.settings.ask_timeout = timeout;
        self
    }

    /// How many sessions may be open; beyond, `initialize` is answered 503. 10,000 by default.
    pub fn max_sessions(mut self, sessions: usize) -> Self {
        self.settings.max_sessions = sessions;
        self
    }

    /// How long a session may be idle before it ends. 30 min by default; what runs, waits for a user or
    /// keeps a stream open is not idle.
    pub fn session_idle(mut self, idle: Duration) -> Self {
        self.settings.session_idle = idle;
        self
    }

    /// How long a client whose connection broke off can come back for what it missed (`Last-Event-ID`, from
    /// revision 2025-11-25 on): what was sent is kept so long, and what could not be sent as long as its call
    /// runs and so long after. 5 min by default; zero for streams that cannot be resumed.
    pub fn resume_window(mut self, window: Duration) -> Self {
        self.settings.history.keep = window;
        self
    }

    /// How many bytes are kept for clients that come back: of one stream, and of all streams of a session.
    /// 1 MiB and 4 MiB by default.
    ///
    /// Beyond the first, the oldest notifications of a stream are let go; beyond the second, whole streams whose
    /// calls have ended, the oldest first. Open questions and the latest response are kept whatever their size.
    pub fn resume_buffer(mut self, stream: usize, session: usize) -> Self {
        self.settings.history.per_stream = stream;
        self.settings.history.per_session = session;
        self
    }

    /// How many bytes a request body may have; beyond, the answer is 413. 4 MiB by default.
    pub fn max_body(mut self, bytes: usize) -> Self {
        self.settings.max_body = bytes;
        self
    }

    /// How long a client may take to send its headers, and again its body. 30 s by default.
    pub fn read_timeout(mut self, timeout: Duration) -> Self {
        self.settings.read_timeout = timeout;
        self
    }

    /// How long a stream may be silent before a comment keeps it alive. 15 s by default; zero for
    /// no comments.
    pub fn keep_alive(mut self, every: Duration) -> Self {
        self.settings.keep_alive = every;
        self
    }

    /// How long plain calls may take to finish when the server shuts down gracefully. 10 s by default; sessions,
    /// with their streams and questions, end at once.
    pub fn shutdown_grace(mut self, grace: Duration) -> Self {
        self.settings.shutdown_grace = grace;
        self
    }

    /// Serves requests for this host too (`mcp.example.org` with any port, or `mcp.example.org:8443`, or all of
    /// `*.example.org`), beside loopback; `*` for any.
    pub fn allow_host(mut self, host: impl Into<String>) -> Self {
        self.settings.allowed_hosts.push(host.into());
        self
    }

    /// Serves pages of this origin (`https://example.org`), beside loopback; `*` for any.
    pub fn allow_origin(mut self, origin: impl Into<String>) -> Self {
        self.settings.allowed_origins.push(origin.into());
        self
    }

    /// Whether pages of allowed origins may read answers. Off by default.
    pub fn cors(mut self, cors: bool) -> Self {
        self.settings.cors = cors;
        self
    }

    /// Whether clients of the HTTP+SSE transport of 2024-11-05 are served too, at `/sse`. Off by default: it is
    /// deprecated, its session ids are part of URLs, and its clients cannot be asked.
    pub fn legacy_sse(mut self, legacy_sse: bool) -> Self {
        self.settings.legacy_sse = legacy_sse;
        self
    }

    /// Serves every route below this path.
    pub fn path_prefix(mut self, prefix: impl AsRef<str>) -> Self {
        self.settings.set_path_prefix(prefix.as_ref());
        self
    }

    /// Checks everything and makes the server.
    ///
    /// # Errors
    ///
    /// All problems at once: tools or prompts of one name, resources of one URI, state that was not registered,
    /// schemas that contradict themselves, hosts, origins and paths that are none.
    pub fn build(self) -> Result<Server, BuildError> {
        let Self {
            identity,
            instructions,
            tools,
            resources,
            prompts,
            states,
            mut problems,
            schemas,
            settings,
            keys,
            once_store,
        } = self;
        if identity.name.trim().is_empty() {
            problems.push("the server has no name: `Server::builder(..)` was given an empty one".into());
        }
        problems.extend(settings.problems());
        let mut registered = Vec::with_capacity(tools.len());
        let mut names: HashMap<&'static str, Source> = HashMap::new();
        for tool in tools {
            if let Some(first) = names.insert(tool.name, tool.source) {
                problems.push(format!("two tools are named `{}`: {first} and {}", tool.name, tool.source));
                continue;
            }
            match register(tool, &states, &schemas) {
                Ok(tool) => registered.push(Arc::new(tool)),
                Err(faults) => problems.extend(faults),
            }
        }
        let mut checked = Vec::with_capacity(resources.len());
        for resource in resources {
            match RegisteredResource::new(resource, &states) {
                Ok(resource) => checked.push(Arc::new(resource)),
                Err(faults) => problems.extend(faults),
            }
        }
        let resources = ResourceCatalogue::new(checked, false).unwrap_or_else(|faults| {
            problems.extend(faults);
            ResourceCatalogue::default()
        });
        let mut checked = Vec::with_capacity(prompts.len());
        for prompt in prompts {
            match RegisteredPrompt::new(prompt, &states) {
                Ok(prompt) => checked.push(Arc::new(prompt)),
                Err(faults) => problems.extend(faults),
            }
        }
        let prompts = PromptCatalogue::new(checked, false).unwrap_or_else(|faults| {
            problems.extend(faults);
            PromptCatalogue::default()
        });
        let keys = keys.map_or_else(|| environment_keys(std::env::var(keys::VARIABLE)), Ok).unwrap_or_else(
            |problem| {
                problems.push(problem);
                Vec::new()
            },
        );
        if !problems.is_empty() {
            return Err(BuildError::new(problems));
        }
        let catalogue = Catalogue::new(registered, false);
        catalogue.log_names();
        Ok(Server {
            inner: Arc::new(Inner {
                server_info: implementation(&identity, Revision::V2026_07_28),
                identity,
                instructions,
                catalogue: Arc::new(RwLock::new(Arc::new(catalogue))),
                resources: Arc::new(RwLock::new(Arc::new(resources))),
                prompts: Arc::new(RwLock::new(Arc::new(prompts))),
                states: Arc::new(states),
                schemas,
                sessions: Arc::new(Sessions::new(settings.max_sessions, settings.session_idle)),
                settings,
                completions: Arc::default(),
                subscriptions: Arc::default(),
                once_store,
                seal: Arc::new(Seal::new(&keys)),
            }),
        })
    }
}

/// Keys from the environment, or one that only this process has.
fn environment_keys(variable: Result<String, VarError>) -> Result<Vec<StateKey>, String> {
    // Many a way to start a process can only make a variable empty, not leave it out.
    let variable =
        variable.and_then(|list| if list.trim().is_empty() { Err(VarError::NotPresent) } else { Ok(list) });
    match variable {
        Ok(list) => StateKey::list(&list).map_err(|error| format!("`{}`: {error}", keys::VARIABLE)),
        Err(VarError::NotUnicode(_)) => Err(format!("`{}`: {InvalidStateKey}", keys::VARIABLE)),
        Err(VarError::NotPresent) => {
            tracing::info!("calls that ask clients without a session can be continued by this process only");
            Ok(vec![StateKey::random()])
        }
    }
}

/// Checks that what a function borrows is there. Says whether the context of the call is part of it.
pub(crate) fn check_lent(lent: &[Loan], states: &States, faults: &mut Vec<String>) -> bool {
    let mut has_context = false;
    for loan in lent {
        if loan.type_id == TypeId::of::<Ctx>() {
            has_context = true;
        } else if !states.contains(loan.type_id) {
            let ty = loan.type_name;
            let advice = if states.contains(loan.shared) {
                format!(
                    "`Arc<{ty}>` is registered: register `{ty}` itself (state is shared already), or take \
                     `&Arc<{ty}>`"
                )
            } else {
                "add `.state(..)` to the builder, or, to have the client send it, take it by value".into()
            };
            faults.push(format!(
                "it borrows `{}: &{ty}`, and no such state is registered; {advice}",
                loan.parameter
            ));
        }
    }
    has_context
}

/// Checks one tool; the faults are all there are of it.
pub(crate) fn register(
    tool: Tool,
    states: &States,
    schemas: &SchemaSettings,
) -> Result<Registered, Vec<String>> {
    let mut faults = Vec::new();
    let session_only = check_lent(&tool.lent, states, &mut faults);
    let inputs = Inputs::compile(&tool, schemas).map_err(|more| faults.extend(more));
    let output = OutputSchema::compile(&tool, schemas).map_err(|more| faults.extend(more));
    faults.extend(tool.input_schema.as_ref().map(mirrored::problems).unwrap_or_default());
    match (inputs, output) {
        (Ok(inputs), Ok(output)) if faults.is_empty() => {
            let mirrored = mirrored::mirrored(inputs.schema());
            Ok(Registered { tool, inputs, output, mirrored, session_only })
        }
        _ => Err(faults
            .into_iter()
            .map(|fault| format!("tool `{}`, {}: {fault}", tool.name, tool.source))
            .collect()),
    }
}

impl fmt::Debug for ServerBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerBuilder").field("identity", &self.identity).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tool::call::Work;

    #[derive(Debug)]
    struct Db;

    fn tool() -> Tool {
        let source = Source { function: "probe", file: "here", line: 1 };
        Tool::new("probe", "Probe.", source, |_, _| Work::Refused).lent::<Db>("db")
    }

    #[test]
    fn an_arc_of_the_state_is_told_from_none() {
        let error = Server::builder("test", "1").tools([tool()]).build().unwrap_err().to_string();
        assert!(error.contains("add `.state(..)`"), "{error}");
        let error =
            Server::builder("test", "1").state(Arc::new(Db)).tools([tool()]).build().unwrap_err().to_string();
        let db = type_name::<Db>();
        assert!(
            error.ends_with(&format!(
                "no such state is registered; `Arc<{db}>` is registered: register `{db}` itself (state is shared \
                 already), or take `&Arc<{db}>`"
            )),
            "{error}"
        );
    }

    #[test]
    fn what_is_no_name_host_origin_or_path_is_refused() {
        let error = Server::builder(" ", "1")
            .path_prefix("/a b?c")
            .allow_host("https://x/y")
            .allow_origin("foo")
            .allow_origin("https://example.org:8443")
            .build()
            .unwrap_err();
        let problems =
            ["no name", r#"path_prefix("/a b?c")"#, r#"allow_host("https://x/y")"#, r#"allow_origin("foo")"#];
        assert_eq!(error.problems().len(), problems.len(), "{error}");
        for (problem, part) in error.problems().iter().zip(problems) {
            assert!(problem.contains(part), "{problem}");
        }
    }

    #[test]
    fn an_empty_list_of_keys_is_none() {
        for text in ["", " "] {
            assert_eq!(environment_keys(Ok(text.into())).unwrap().len(), 1);
        }
        assert!(environment_keys(Ok("short".into())).is_err());
    }
}
