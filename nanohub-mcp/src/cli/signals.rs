//! Ctrl-C and SIGTERM: the first asks the server to end, the second ends it.

use std::future::{Future, pending};
use std::io;

use tokio::sync::oneshot;

/// Listens from now on; the future is there when the first signal is.
///
/// On a thread with a runtime of its own: the second signal must work where a tool blocks the program's
/// runtime, or keeps it from being dropped.
pub(super) fn listen() -> io::Result<impl Future<Output = ()>> {
    let (first, received) = oneshot::channel();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut signals = {
        let _inside = runtime.enter();
        Signals::new()?
    };
    std::thread::Builder::new().name("mcp-signals".into()).spawn(move || {
        runtime.block_on(async {
            signals.next().await;
            tracing::info!("ending; signal again to end at once");
            // Where nobody waits any more, the server is ending already.
            let _ = first.send(());
            std::process::exit(signals.next().await)
        })
    })?;
    Ok(async {
        if received.await.is_err() {
            pending::<()>().await;
        }
    })
}

#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};

        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    /// The status of a process that the next signal ends.
    async fn next(&mut self) -> i32 {
        tokio::select! {
            _ = self.interrupt.recv() => 130,
            _ = self.terminate.recv() => 143,
        }
    }
}

#[cfg(windows)]
struct Signals {
    interrupt: tokio::signal::windows::CtrlC,
}

#[cfg(windows)]
impl Signals {
    fn new() -> io::Result<Self> {
        Ok(Self { interrupt: tokio::signal::windows::ctrl_c()? })
    }

    /// The status of a process that the next signal ends.
    async fn next(&mut self) -> i32 {
        self.interrupt.recv().await;
        130
    }
}
