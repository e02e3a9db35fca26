use std::io::{self, IsTerminal as _};

use crate::cli::arguments::StdioRequest;
use crate::cli::{logs, signals};
use crate::error::Result;
use crate::server::Server;

/// Serves one client on stdin and stdout, until it leaves or a signal comes.
pub(super) async fn run(server: Server, request: &StdioRequest) -> Result<()> {
    let server = server.reconfigured(|settings| request.apply(settings));
    let ending = signals::listen()?;
    if io::stdin().is_terminal() {
        logs::tell(&format!(
            "{} {} speaks MCP on stdin and stdout, one JSON message per line; a client would start it so. \
             Ctrl-D ends it.\n",
            server.name(),
            server.version()
        ));
    }
    tokio::select! {
        outcome = server.serve_stdio() => outcome?,
        // A call that is dropped here is one that its client gave up, too.
        () = ending => {}
    }
    Ok(())
}
