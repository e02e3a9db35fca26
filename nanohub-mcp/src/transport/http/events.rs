use std::any::Any;
use std::future::Future as _;
use std::io::Write as _;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::{BufMut as _, Bytes, BytesMut};
use tokio::time::{Instant, Sleep};

use crate::session::event_id::EventId;
use crate::session::stream::{MessageStream, Reader, Step};

/// A response body of server-sent events: the messages of a stream, and comments while it is silent.
pub(crate) struct Events {
    stream: Arc<MessageStream>,
    reader: Reader,
    /// Zero where there are no comments.
    every: Duration,
    silence: Pin<Box<Sleep>>,
    /// Sent before anything else.
    opening: Option<Bytes>,
    ended: bool,
    /// Lives for as long as somebody reads.
    #[allow(dead_code, reason = "kept for its destructor")]
    kept: Option<Box<dyn Any + Send>>,
}

const COMMENT: Bytes = Bytes::from_static(b":\n\n");

/// When a client is to come back after its connection broke off.
const RETRY: Duration = Duration::from_secs(1);

/// How much is written at once, where more messages are there than one.
const FRAME: usize = 16 << 10;

impl Events {
    /// Becomes the reader of a stream.
    pub(crate) fn new(stream: Arc<MessageStream>, keep_alive: Duration) -> Self {
        let reader = stream.read();
        Self::of(stream, reader, keep_alive)
    }

    /// Becomes the reader of what followed on an event; `None` where there was no such event.
    pub(crate) fn resume(stream: Arc<MessageStream>, event: u64, keep_alive: Duration) -> Option<Self> {
        let reader = stream.resume(event)?;
        Some(Self::of(stream, reader, keep_alive))
    }

    fn of(stream: Arc<MessageStream>, reader: Reader, keep_alive: Duration) -> Self {
        Self {
            silence: Box::pin(tokio::time::sleep(keep_alive)),
            every: keep_alive,
            opening: Some(reader.start.map_or_else(Bytes::new, priming)),
            reader,
            stream,
            ended: false,
            kept: None,
        }
    }

    /// Sends something before anything else.
    pub(crate) fn beginning_with(mut self, opening: impl Into<Bytes>) -> Self {
        self.opening = Some(opening.into());
        self
    }

    /// Keeps something for as long as somebody reads.
    pub(crate) fn keeping(mut self, kept: impl Any + Send) -> Self {
        self.kept = Some(Box::new(kept));
        self
    }

    pub(crate) fn poll_frame(&mut self, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        let is_first = self.opening.is_some();
        let mut frame = BytesMut::from(self.opening.take().unwrap_or_default());
        while !self.ended && frame.len() < FRAME {
            match self.stream.poll_next(self.reader, cx) {
                Poll::Ready(Some(Step::Message(id, message))) => put_event(&mut frame, id, &message),
                Poll::Ready(Some(Step::Pause(retry))) => {
                    put_retry(&mut frame, retry);
                    frame.put_slice(b"\n");
                    self.ended = true;
                }
                Poll::Ready(None) => self.ended = true,
                Poll::Pending => break,
            }
        }
        if !frame.is_empty() {
            self.silence.as_mut().reset(Instant::now() + self.every);
            return Poll::Ready(Some(frame.freeze()));
        }
        if self.ended {
            return Poll::Ready(None);
        }
        // Headers alone are not written before there is a body, and a client waits for them.
        if !is_first {
            if self.every.is_zero() {
                return Poll::Pending;
            }
            ready!(self.silence.as_mut().poll(cx));
        }
        self.silence.as_mut().reset(Instant::now() + self.every);
        Poll::Ready(Some(COMMENT))
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.stream.leave(self.reader);
    }
}

/// An event that says nothing, for a client to come back with its id if it gets no other
/// (2025-11-25, transports, *Sending Messages to the Server*, 6).
fn priming(id: EventId) -> Bytes {
    let mut event = BytesMut::new();
    put_id(&mut event, id);
    put_retry(&mut event, RETRY);
    event.put_slice(b"data: \n\n");
    event.freeze()
}

/// One message as an event. JSON text has no line ends in it, so one `data:` line carries it.
fn put_event(frame: &mut BytesMut, id: Option<EventId>, message: &Bytes) {
    frame.reserve(message.len() + 64);
    if let Some(id) = id {
        put_id(frame, id);
    }
    frame.put_slice(b"event: message\ndata: ");
    frame.put_slice(message);
    frame.put_slice(b"\n\n");
}

fn put_id(frame: &mut BytesMut, id: EventId) {
    writeln!(frame.writer(), "id: {id}").expect("a buffer grows");
}

fn put_retry(frame: &mut BytesMut, retry: Duration) {
    writeln!(frame.writer(), "retry: {}", retry.as_millis()).expect("a buffer grows");
}
