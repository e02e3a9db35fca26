//! stdin and stdout, each on a thread of its own.
//!
//! The runtime's own stdin cannot be let go of while it reads, which would keep a process from ending.

use std::io::{self, Read as _, Write};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::{Buf as _, Bytes};
use tokio::io::{AsyncRead, ReadBuf};
use tokio::sync::mpsc::{Receiver, UnboundedReceiver, channel};
use tokio::sync::oneshot;

use crate::transport::stdio::END;

/// How much is read or written at a time.
pub(super) const CHUNK: usize = 64 << 10;

/// Opens both. What anybody prints to stdout from now on goes to stderr, where the system allows.
pub(super) fn open() -> io::Result<(Stdin, Stdout)> {
    let output = take_stdout()?;
    let (sender, receiver) = channel(4);
    std::thread::Builder::new().name("mcp-stdin".into()).spawn(move || {
        let mut stdin = io::stdin().lock();
        let mut buffer = vec![0; CHUNK];
        loop {
            let read = match stdin.read(&mut buffer) {
                Ok(0) => return,
                Ok(length) => Ok(Bytes::copy_from_slice(&buffer[..length])),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => Err(error),
            };
            let failed = read.is_err();
            if sender.blocking_send(read).is_err() || failed {
                return;
            }
        }
    })?;
    Ok((Stdin { receiver, chunk: Bytes::new() }, Stdout(output)))
}

/// Takes stdout for the protocol alone.
#[cfg(unix)]
fn take_stdout() -> io::Result<Box<dyn Write + Send>> {
    use std::os::fd::AsFd as _;

    io::stdout().flush()?;
    let own = io::stdout().as_fd().try_clone_to_owned()?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok(Box::new(std::fs::File::from(own)))
}

#[cfg(not(unix))]
fn take_stdout() -> io::Result<Box<dyn Write + Send>> {
    Ok(Box::new(io::stdout()))
}

/// What comes in on stdin.
pub(super) struct Stdin {
    receiver: Receiver<io::Result<Bytes>>,
    chunk: Bytes,
}

impl AsyncRead for Stdin {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.chunk.is_empty() {
            match ready!(self.receiver.poll_recv(cx)) {
                Some(chunk) => self.chunk = chunk?,
                None => return Poll::Ready(Ok(())),
            }
        }
        let length = self.chunk.len().min(buffer.remaining());
        buffer.put_slice(&self.chunk[..length]);
        self.chunk.advance(length);
        Poll::Ready(Ok(()))
    }
}

/// What goes out on stdout.
pub(super) struct Stdout(Box<dyn Write + Send>);

impl Stdout {
    /// Writes messages, each on a line of its own, until the end of them or of the client's.
    pub(super) async fn drain(self, mut output: UnboundedReceiver<Bytes>) {
        let Self(mut writer) = self;
        let (done, finished) = oneshot::channel::<()>();
        let thread = std::thread::Builder::new().name("mcp-stdout".into()).spawn(move || {
            // Dropped with the thread, however it ends.
            let _done = done;
            let mut buffer = Vec::with_capacity(CHUNK);
            let mut ended = false;
            while !ended && let Some(message) = output.blocking_recv() {
                buffer.clear();
                let mut next = Some(message);
                while let Some(message) = next {
                    ended = message == END;
                    if ended {
                        break;
                    }
                    buffer.extend_from_slice(&message);
                    buffer.push(b'\n');
                    next = if buffer.len() < CHUNK { output.try_recv().ok() } else { None };
                }
                if writer.write_all(&buffer).and_then(|()| writer.flush()).is_err() {
                    return;
                }
            }
        });
        if thread.is_ok() {
            let _ = finished.await;
        }
    }
}
