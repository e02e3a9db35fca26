use std::io::{self, IsTerminal as _};
use std::pin::pin;
use std::time::Duration;

use crate::cli::arguments::StdioRequest;
use crate::cli::{logs, signals};
use crate::error::Result;
use crate::server::Server;

/// How long subscribers may take to read that the server ends.
const GOODBYE: Duration = Duration::from_millis(200);

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
    let mut serve = pin!(server.serve_stdio());
    tokio::select! {
        outcome = &mut serve => outcome?,
        // A call that is dropped here is one that its client gave up, too.
        () = ending => {
            if server.end_subscriptions() {
                // It goes on for as long as the client has its end open, and only the goodbye is to come.
                let _ = tokio::time::timeout(GOODBYE, serve).await;
            }
        }
    }
    Ok(())
}
