//! Connections: accepted, served over HTTP/1.1 or h2c, drained.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use http::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::server::settings::Settings;
use crate::transport::http::reply::HttpResponse;

/// How long to wait where the process has no more files to open; connections that end free some.
const BREATHER: Duration = Duration::from_millis(250);

/// How often HTTP/2 clients are asked whether they are there. Over HTTP/1.1 each stream has its comments.
const PING: Duration = Duration::from_secs(30);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Open,
    /// What is on its way is finished.
    Draining,
    Closed,
}

/// Serves connections until `stop` resolves; then `drain` has to bring endless responses to an end. When the
/// future is dropped, all connections are closed.
pub(crate) async fn run<H, F>(
    listener: TcpListener,
    settings: &Settings,
    handler: H,
    stop: impl Future<Output = ()>,
    drain: impl FnOnce(),
) where
    H: Fn(Request<Incoming>) -> F + Clone + Send + Sync + 'static,
    F: Future<Output = HttpResponse> + Send + 'static,
{
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(settings.read_timeout);
    builder.http2().timer(TokioTimer::new()).keep_alive_interval(PING);
    let builder = Arc::new(builder);
    let (stage, _) = watch::channel(Stage::Open);
    let mut stop = pin!(stop);
    loop {
        let stream = tokio::select! {
            stream = accept(&listener) => stream,
            () = &mut stop => break,
        };
        tokio::spawn(serve(
            stream,
            Arc::clone(&builder),
            handler.clone(),
            settings.read_timeout,
            stage.subscribe(),
        ));
    }
    drop(listener);
    stage.send_replace(Stage::Draining);
    drain();
    if tokio::time::timeout(settings.shutdown_grace, stage.closed()).await.is_err() {
        tracing::warn!(connections = stage.receiver_count(), "closed connections that did not end in time");
        stage.send_replace(Stage::Closed);
        stage.closed().await;
    }
}

/// The next connection. What goes wrong with one, or for want of files, is no reason to stop.
async fn accept(listener: &TcpListener) -> TcpStream {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return stream,
            Err(error) if is_of_one_connection(&error) => {}
            Err(error) => {
                tracing::error!(%error, "cannot accept connections");
                tokio::time::sleep(BREATHER).await;
            }
        }
    }
}

fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

async fn serve<H, F>(
    stream: TcpStream,
    builder: Arc<Builder<TokioExecutor>>,
    handler: H,
    patience: Duration,
    mut stage: watch::Receiver<Stage>,
) where
    H: Fn(Request<Incoming>) -> F + Send + Sync + 'static,
    F: Future<Output = HttpResponse> + Send + 'static,
{
    // Else the second small write of a response waits for the client's delayed acknowledgement: 40 ms.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection without TCP_NODELAY");
    }
    let has_asked = AtomicBool::new(false);
    let service = service_fn(|request| {
        has_asked.store(true, Ordering::Relaxed);
        let response = handler(request);
        async { Ok::<_, Infallible>(response.await) }
    });
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
    // The timeout of the headers only runs once it is known which HTTP this is.
    let mut silence = pin!(tokio::time::sleep(patience));
    let mut is_new = true;
    loop {
        tokio::select! {
            biased;
            ended = connection.as_mut() => {
                if let Err(error) = ended {
                    tracing::debug!(error, "a connection broke off");
                }
                return;
            }
            () = silence.as_mut(), if is_new => {
                if !has_asked.load(Ordering::Relaxed) {
                    return;
                }
                is_new = false;
            }
            changed = stage.changed() => {
                if changed.is_err() || *stage.borrow() == Stage::Closed {
                    return;
                }
                connection.as_mut().graceful_shutdown();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use http::StatusCode;
    use tokio::sync::{Notify, oneshot};
    use tokio::task::JoinHandle;

    use super::*;
    use crate::ctx::caller::Caller;
    use crate::session::Session;
    use crate::transport::http::events::Events;
    use crate::transport::http::reply;
    use crate::transport::http::tests::Client;

    struct Running {
        address: std::net::SocketAddr,
        session: Arc<Session>,
        /// Notified when a call has begun, and lets it end.
        begun: Arc<Notify>,
        end: Arc<Notify>,
        stop: oneshot::Sender<()>,
        served: JoinHandle<()>,
    }

    /// Serves `/stream`, which goes on while the session does, and calls that go on until told to end.
    async fn start() -> Running {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let session = Arc::new(Session::new(Caller::anonymous()));
        let (begun, end) = (Arc::<Notify>::default(), Arc::<Notify>::default());
        let (stop, stopped) = oneshot::channel::<()>();
        let handler = {
            let (session, begun, end) = (Arc::clone(&session), Arc::clone(&begun), Arc::clone(&end));
            move |request: Request<Incoming>| {
                let (session, begun, end) = (Arc::clone(&session), Arc::clone(&begun), Arc::clone(&end));
                async move {
                    if request.uri().path() == "/stream" {
                        let every = Duration::from_secs(3600);
                        return reply::events(Events::new(Arc::clone(&session.inbox), every));
                    }
                    begun.notify_one();
                    end.notified().await;
                    reply::json(StatusCode::OK, "{}")
                }
            }
        };
        let ended = Arc::clone(&session);
        let served = tokio::spawn(async move {
            let stop = async {
                let _ = stopped.await;
            };
            run(listener, &Settings::default(), handler, stop, || ended.end()).await;
        });
        Running { address, session, begun, end, stop, served }
    }

    impl Running {
        async fn call(&self) -> Client {
            let mut client = Client::connect(self.address).await;
            client.send("GET /call HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
            self.begun.notified().await;
            client
        }
    }

    #[tokio::test]
    async fn h19_an_open_stream_does_not_hold_up_the_shutdown() {
        let running = start().await;
        let mut stream = Client::connect(running.address).await;
        stream.send("GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
        assert_eq!(stream.read().await.headers["content-type"], "text/event-stream");
        // One that never asks anything, and one that is between requests.
        let mut silent = Client::connect(running.address).await;
        running.end.notify_one();
        let mut idle = running.call().await;
        assert_eq!(idle.read().await.status, 200);
        running.session.notify("{}".into());
        running.stop.send(()).unwrap();
        running.served.await.unwrap();
        let rest = stream.rest().await;
        assert!(rest.contains("data: {}") && rest.ends_with("0\r\n\r\n"), "{rest}");
        assert_eq!((silent.rest().await, idle.rest().await), (String::new(), String::new()));
        assert!(TcpStream::connect(running.address).await.is_err());
    }

    #[tokio::test]
    async fn h19_a_call_on_its_way_is_answered() {
        let running = start().await;
        let mut client = running.call().await;
        running.stop.send(()).unwrap();
        // Nothing is accepted any more, and the call still runs.
        while TcpStream::connect(running.address).await.is_ok() {
            tokio::task::yield_now().await;
        }
        assert!(!running.served.is_finished());
        running.end.notify_one();
        assert_eq!(client.read().await.status, 200);
        running.served.await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn h19_a_call_that_does_not_end_is_left() {
        let running = start().await;
        let mut client = running.call().await;
        running.stop.send(()).unwrap();
        running.served.await.unwrap();
        assert_eq!(client.rest().await, "");
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_stays_silent_is_dropped() {
        let running = start().await;
        let mut silent = Client::connect(running.address).await;
        assert_eq!(silent.rest().await, "");
        for begun in ["P", "PRI * HTTP/2.0", "GET / HTTP/1.1\r\nHost:"] {
            let mut slow = Client::connect(running.address).await;
            slow.send(begun).await;
            let _ = slow.rest().await;
        }
    }

    #[tokio::test]
    async fn dropping_the_future_closes_the_connections() {
        let running = start().await;
        let mut client = running.call().await;
        running.served.abort();
        assert_eq!(client.rest().await, "");
    }
}
