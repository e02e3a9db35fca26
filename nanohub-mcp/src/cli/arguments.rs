use std::ffi::OsString;
use std::net::Ipv4Addr;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::cli::address::{Address, Host};
use crate::protocol::Implementation;
use crate::server::settings::{Settings, check_host, check_origin, check_path_prefix};

const DEFAULT_PORT: u16 = 8000;

/// What to do.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Command {
    Serve(ServeRequest),
    Stdio(StdioRequest),
    Tools,
    Schema { name: String },
}

/// Where to serve HTTP, and what is set otherwise than by the author.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ServeRequest {
    pub(super) address: Address,
    path_prefix: Option<String>,
    allow_host: Vec<String>,
    allow_origin: Vec<String>,
    cors: bool,
    legacy_sse: bool,
    ask_timeout: Option<Duration>,
}

/// What is set otherwise than by the author for one client.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct StdioRequest {
    ask_timeout: Option<Duration>,
}

impl StdioRequest {
    pub(super) fn apply(&self, settings: &mut Settings) {
        settings.ask_timeout = self.ask_timeout.unwrap_or(settings.ask_timeout);
    }
}

impl ServeRequest {
    /// Puts the flags over what the author set. Lists grow, the rest is replaced.
    pub(super) fn apply(&self, settings: &mut Settings) {
        let Self { address, path_prefix, allow_host, allow_origin, cors, legacy_sse, ask_timeout } = self;
        if let Some(prefix) = path_prefix {
            settings.set_path_prefix(prefix);
        }
        settings.allowed_hosts.extend(allow_host.iter().cloned());
        settings.allowed_origins.extend(allow_origin.iter().cloned());
        settings.cors |= cors;
        settings.legacy_sse |= legacy_sse;
        settings.ask_timeout = ask_timeout.unwrap_or(settings.ask_timeout);
        // A page that rebinds a name of its own to this machine cannot send the host that the operator
        // named, so that one is as safe as loopback. Every interface has no name.
        let host = &address.host;
        if !host.is_loopback() && !host.is_wildcard() {
            settings.allowed_hosts.push(host.to_string());
        }
    }
}

#[derive(Parser)]
#[command(args_conflicts_with_subcommands = true)]
struct Line {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    serve: ServeFlags,
}

#[derive(Subcommand)]
enum Action {
    /// Serve MCP, REST and OpenAPI over HTTP (what happens without a command)
    Serve(ServeFlags),
    /// Serve one client on stdin and stdout
    Stdio(AskFlags),
    /// List the tools
    Tools,
    /// Print a tool as clients see it
    Schema {
        /// Name of the tool
        name: String,
    },
}

#[derive(Args)]
struct ServeFlags {
    /// Address to listen on, instead of --host and --port
    #[arg(long, value_name = "HOST:PORT", conflicts_with_all = ["host", "port"])]
    addr: Option<Address>,
    /// Host to listen on [default: 127.0.0.1]
    #[arg(long)]
    host: Option<Host>,
    #[arg(short, long, help = "Port to listen on, 0 for any that is free [env: MCP_PORT] [default: 8000]")]
    port: Option<u16>,
    /// Path in front of every route
    #[arg(long, value_name = "PATH", value_parser = path_prefix)]
    path_prefix: Option<String>,
    /// Host name that clients may use beside localhost, `*` for any (repeatable)
    #[arg(long, value_name = "HOST", value_delimiter = ',', value_parser = allowed_host)]
    allow_host: Vec<String>,
    /// Origin that web pages may call from, `*` for any (repeatable)
    #[arg(long, value_name = "ORIGIN", value_delimiter = ',', value_parser = allowed_origin)]
    allow_origin: Vec<String>,
    /// Let web pages of allowed origins read the answers
    #[arg(long)]
    cors: bool,
    /// Serve clients of the HTTP+SSE transport of 2024-11-05 too, at /sse
    #[arg(long)]
    legacy_sse: bool,
    #[command(flatten)]
    ask: AskFlags,
}

#[derive(Args)]
struct AskFlags {
    /// How long a question waits for the user, unless its tool says otherwise
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    ask_timeout: Option<Duration>,
}

/// Reads the command line of a server. The first argument is the program.
pub(super) fn parse<A: Into<OsString> + Clone>(
    identity: &Implementation,
    arguments: impl IntoIterator<Item = A>,
    environment: &dyn Fn(&str) -> Option<OsString>,
) -> Result<Command, clap::Error> {
    let mut command = command(identity);
    let matches = command.try_get_matches_from_mut(arguments)?;
    let Line { action, serve } =
        Line::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
    let flags = match action {
        None => serve,
        Some(Action::Serve(flags)) => flags,
        Some(Action::Stdio(AskFlags { ask_timeout })) => {
            return Ok(Command::Stdio(StdioRequest { ask_timeout }));
        }
        Some(Action::Tools) => return Ok(Command::Tools),
        Some(Action::Schema { name }) => return Ok(Command::Schema { name }),
    };
    let ServeFlags { addr, host, port, path_prefix, allow_host, allow_origin, cors, legacy_sse, ask } = flags;
    let AskFlags { ask_timeout } = ask;
    let address = if let Some(address) = addr {
        address
    } else {
        // Not left to clap, to which a variable is as good as a flag: it would conflict with `--addr`.
        let port = port.map_or_else(|| port_of(environment), Ok);
        let port = port.map_err(|message| command.error(ErrorKind::ValueValidation, message))?;
        Address { host: host.unwrap_or(Host::Ip(Ipv4Addr::LOCALHOST.into())), port }
    };
    Ok(Command::Serve(ServeRequest {
        address,
        path_prefix,
        allow_host,
        allow_origin,
        cors,
        legacy_sse,
        ask_timeout,
    }))
}

fn command(identity: &Implementation) -> clap::Command {
    let Implementation { name, version, title, description, .. } = identity;
    let command = Line::command().name(name.clone()).version(version.clone());
    match description.as_ref().or(title.as_ref()) {
        Some(about) => command.about(about.clone()),
        None => command.about(format!("MCP server {name}")),
    }
}

fn port_of(environment: &dyn Fn(&str) -> Option<OsString>) -> Result<u16, String> {
    let Some(value) = environment("MCP_PORT").filter(|value| !value.is_empty()) else {
        return Ok(DEFAULT_PORT);
    };
    let port = value.to_str().and_then(|value| value.trim().parse().ok());
    port.ok_or_else(|| {
        let value = value.display();
        format!("the variable MCP_PORT is `{value}`; a port is a number from 0 to 65535")
    })
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| *seconds > 0.0);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "write a number of seconds, as in `90` or `0.5`".into())
}

fn path_prefix(text: &str) -> Result<String, String> {
    check_path_prefix(text).map(|()| text.into())
}

fn allowed_host(text: &str) -> Result<String, String> {
    check_host(text).map(|()| text.into())
}

fn allowed_origin(text: &str) -> Result<String, String> {
    let origin = text.strip_suffix('/').unwrap_or(text);
    check_origin(origin).map(|()| origin.into())
}

#[cfg(test)]
mod tests;
