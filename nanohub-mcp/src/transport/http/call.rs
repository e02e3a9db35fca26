//! The response to a call, whose form is decided late: one JSON body, or a stream of events.

use std::future::Future as _;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};

use bytes::Bytes;
use http::StatusCode;
use tokio::runtime::Handle;

use crate::ctx::cancel::Cancel;
use crate::server::call::RunningCall;
use crate::server::settings::Settings;
use crate::session::history::History;
use crate::session::stream::MessageStream;
use crate::transport::http::accept::Accepts;
use crate::transport::http::events::Events;
use crate::transport::http::reply::{self, HttpResponse};

/// The stream of a call, made when it is needed: most calls say nothing beside their result.
#[derive(Default)]
pub(crate) struct CallStream<'a> {
    made: OnceLock<Arc<MessageStream>>,
    /// Where it is kept for its client to come back, if it is.
    history: Option<&'a Arc<History>>,
}

impl<'a> CallStream<'a> {
    pub(crate) fn kept_in(history: Option<&'a Arc<History>>) -> Self {
        Self { made: OnceLock::new(), history }
    }

    pub(crate) fn get(&self) -> &Arc<MessageStream> {
        self.made.get_or_init(|| self.history.map_or_else(Arc::default, History::stream))
    }
}

/// Runs a call inside its own request until it is finished, says something, or takes long.
///
/// A call that finishes without having said anything is one JSON body. The first message, or a while of
/// silence, makes the response a stream, and the call goes on in a task of its own: in the session era it
/// outlives its connection (2025-11-25, transports, *Sending Messages to the Server*), in the stateless era it
/// is cancelled with it (2026-07-28, cancellation).
pub(crate) async fn respond(
    settings: &Settings,
    call: Box<dyn RunningCall>,
    stream: CallStream<'_>,
    accepts: Accepts,
) -> HttpResponse {
    let mut call = Attached(Some(call));
    let mut silence = pin!(tokio::time::sleep(settings.stream_after));
    let finished = poll_fn(|cx| {
        if let Poll::Ready(response) = call.poll(cx) {
            return Poll::Ready(Some(response));
        }
        let spoken = stream.made.get().is_some_and(|stream| stream.poll_ready(cx).is_ready());
        let slow = accepts.events && silence.as_mut().poll(cx).is_ready();
        if spoken || slow { Poll::Ready(None) } else { Poll::Pending }
    })
    .await;
    let silent = stream.made.get().is_none_or(|stream| stream.is_empty());
    match finished {
        Some(Some(response)) if silent && accepts.json => reply::json(StatusCode::OK, response),
        // Cancelled: there is no response, and nothing was promised yet.
        Some(None) if silent => reply::empty(StatusCode::ACCEPTED),
        finished => {
            let stream = Arc::clone(stream.get());
            let mut events = Events::new(Arc::clone(&stream), settings.keep_alive);
            match finished {
                Some(response) => stream.conclude(response),
                None => {
                    if let Some(reader) = call.detach(stream) {
                        events = events.keeping(reader);
                    }
                }
            }
            reply::events(events)
        }
    }
}

/// A call that its request runs. If the request is dropped first, because the client went away, the call
/// goes on without it or is cancelled, as its era has it.
struct Attached(Option<Box<dyn RunningCall>>);

impl Attached {
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        let Some(call) = &mut self.0 else { return Poll::Ready(None) };
        let polled = Pin::new(&mut **call).poll(cx);
        if polled.is_ready() {
            self.0 = None;
        }
        polled
    }

    /// Lets the call go on in a task of its own, with its response on the stream. What is returned cancels
    /// the call when it is dropped, if the call is one that its reader has to wait for.
    fn detach(&mut self, stream: Arc<MessageStream>) -> Option<Reader> {
        let mut call = self.0.take()?;
        let reader = (!call.outlives_connection()).then(|| Reader(Arc::clone(call.cancel())));
        tokio::spawn(async move { stream.conclude(call.await) });
        reader
    }
}

/// The reader of a call that ends with it.
struct Reader(Arc<Cancel>);

impl Drop for Reader {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl Drop for Attached {
    fn drop(&mut self) {
        // Without a runtime the process is about to end.
        if let Some(mut call) = self.0.take()
            && let Ok(runtime) = Handle::try_current()
        {
            if !call.outlives_connection() {
                // It ends at its next poll, or after a step that must not be torn.
                call.cancel().cancel();
            }
            runtime.spawn(call);
        }
    }
}
