//! The end of the process, which no tool may keep from coming.

use std::thread;
use std::time::Duration;

use crate::cli::logs;
use crate::error::Result;
use crate::server::Server;

/// How long `main` may go on, where a tool still runs.
const GRACE: Duration = Duration::from_secs(1);

/// Passes on what serving came to, and sees to it that the process ends: a function on the blocking pool cannot
/// be stopped, and the runtime waits for it when it is dropped.
pub(super) fn by(outcome: Result<()>) -> Result<()> {
    if Server::is_blocked() {
        tracing::warn!("a tool still runs and cannot be stopped; the process ends without it");
        let failed = outcome.as_ref().err().map(|error| format!("Error: {error:?}\n"));
        let end = move || {
            thread::sleep(GRACE);
            // What `main` would have said and returned.
            failed.as_ref().inspect(|text| logs::tell(text));
            std::process::exit(i32::from(failed.is_some()));
        };
        // Where there is no thread to be had, the second signal still ends it.
        let _ = thread::Builder::new().name("mcp-end".into()).spawn(end);
    }
    outcome
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::process::{Command, Stdio};
    use std::time::Instant;

    use super::*;
    use crate::__private::{Output, Source, Work};
    use crate::cli::{arguments, execute};
    use crate::{Tool, ToolResult};

    const LINES: &str = concat!(
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}"#,
        "\n",
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"stuck"}}"#,
        "\n",
    );

    #[test]
    fn a_tool_that_does_not_end_does_not_keep_the_process() {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "cli::end::tests::child_with_a_tool_that_does_not_end",
                "--ignored",
                "--nocapture",
            ])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.as_mut().unwrap().write_all(LINES.as_bytes()).unwrap();
        let mut said = BufReader::new(child.stderr.take().unwrap()).lines();
        assert!(said.any(|line| line.unwrap().contains("the tool runs")));
        let signalled = Instant::now();
        assert!(Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(0));
        let took = signalled.elapsed();
        assert!(took < Duration::from_secs(10), "{took:?}");
    }

    #[test]
    #[ignore = "run by another test, which signals it"]
    fn child_with_a_tool_that_does_not_end() {
        let source = Source { function: "stuck", file: "here", line: 1 };
        let stuck = Tool::new("stuck", "Do not end.", source, |_, _| {
            Work::blocking(|| {
                eprintln!("the tool runs");
                thread::sleep(Duration::from_secs(60));
                Output(Ok(ToolResult::new()))
            })
        });
        let server = Server::builder("test", "1").tools([stuck]).build().unwrap();
        let command = arguments::parse(server.identity(), ["test", "stdio"], &|_| None).unwrap();
        // Waits for the tool when it is dropped.
        tokio::runtime::Runtime::new().unwrap().block_on(execute(server, command)).unwrap();
    }
}
