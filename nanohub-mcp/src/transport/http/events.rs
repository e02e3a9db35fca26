use std::any::Any;
use std::future::Future as _;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::{BufMut as _, Bytes, BytesMut};
use tokio::time::{Instant, Sleep};

use crate::session::stream::MessageStream;

/// A response body of server-sent events: the messages of a stream, and comments while it is silent.
pub(crate) struct Events {
    stream: Arc<MessageStream>,
    reader: u64,
    /// Zero where there are no comments.
    every: Duration,
    silence: Pin<Box<Sleep>>,
    /// Sent before anything else, so that the client has the headers at once.
    opening: Option<Bytes>,
    /// Lives for as long as somebody reads.
    #[allow(dead_code, reason = "kept for its destructor")]
    kept: Option<Box<dyn Any + Send>>,
}

const COMMENT: Bytes = Bytes::from_static(b":\n\n");

impl Events {
    /// Becomes the reader of a stream.
    pub(crate) fn new(stream: Arc<MessageStream>, keep_alive: Duration) -> Self {
        let reader = stream.read();
        Self {
            reader,
            silence: Box::pin(tokio::time::sleep(keep_alive)),
            every: keep_alive,
            // Headers alone are not written before there is a body, and a client waits for them.
            opening: stream.is_empty().then_some(COMMENT),
            stream,
            kept: None,
        }
    }

    /// Keeps something for as long as somebody reads.
    pub(crate) fn keeping(mut self, kept: impl Any + Send) -> Self {
        self.kept = Some(Box::new(kept));
        self
    }

    pub(crate) fn poll_frame(&mut self, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        if let Some(opening) = self.opening.take() {
            return Poll::Ready(Some(opening));
        }
        if let Poll::Ready(message) = self.stream.poll_next(self.reader, cx) {
            self.silence.as_mut().reset(Instant::now() + self.every);
            return Poll::Ready(message.map(|message| event(&message)));
        }
        if self.every.is_zero() {
            return Poll::Pending;
        }
        ready!(self.silence.as_mut().poll(cx));
        self.silence.as_mut().reset(Instant::now() + self.every);
        Poll::Ready(Some(COMMENT))
    }
}

/// One message as an event. JSON text has no line ends in it, so one `data:` line carries it.
fn event(message: &Bytes) -> Bytes {
    const BEFORE: &[u8] = b"event: message\ndata: ";
    let mut event = BytesMut::with_capacity(BEFORE.len() + message.len() + 2);
    event.put_slice(BEFORE);
    event.put_slice(message);
    event.put_slice(b"\n\n");
    event.freeze()
}
