//! The command line that every server gets.
//!
//! | command | what it does |
//! |---|---|
//! | `serve` | serves HTTP: MCP, REST and OpenAPI; what happens without a command |
//! | `stdio` | serves one client on stdin and stdout |
//! | `tools` | lists the tools in a table |
//! | `schema NAME` | prints a tool as clients see it |
//!
//! Logs go to stderr, so that stdout is the protocol's or the command's alone; `RUST_LOG` chooses them.

mod address;
mod arguments;
mod banner;
mod end;
mod example;
mod logs;
mod print;
#[cfg(test)]
mod sample;
mod schema;
mod serve;
mod shorthand;
mod signals;
mod stdio;
mod tools;

use std::env;

use crate::cli::arguments::Command;
use crate::server::Server;

/// Does what the command line says; `--help` lists it.
///
/// The server's name, version and description are the program's. What the builder was told holds, unless a
/// flag says otherwise.
///
/// ```no_run
/// # use nanohub_mcp::Server;
/// # #[tokio::main(flavor = "current_thread")]
/// async fn main() -> nanohub_mcp::Result<()> {
///     let server = Server::builder("demo", env!("CARGO_PKG_VERSION")).build()?;
///     nanohub_mcp::cli::run(server).await
/// }
/// ```
///
/// It ends the process itself where there is nothing to run: after `--help` and `--version`, and with
/// status 2 where the command line cannot be understood. Also, one second after it has returned, where a tool that is
/// not `async` still runs: it cannot be stopped, and the runtime would wait for it. Until then `main` may go on.
///
/// # Errors
///
/// Where the address cannot be listened on, or the command asks for something that there is not.
pub async fn run(server: Server) -> crate::Result<()> {
    let command = arguments::parse(server.identity(), env::args_os(), &|name| env::var_os(name))
        .unwrap_or_else(|error| error.exit());
    if logs::install() {
        // Nobody listened when the server was built.
        server.catalogue().log_names();
    }
    execute(server, command).await
}

async fn execute(server: Server, command: Command) -> crate::Result<()> {
    match command {
        Command::Serve(request) => end::by(serve::run(server, &request).await),
        Command::Stdio(request) => end::by(stdio::run(server, &request).await),
        Command::Tools => tools::run(&server),
        Command::Schema { name } => schema::run(&server, &name),
    }
}
