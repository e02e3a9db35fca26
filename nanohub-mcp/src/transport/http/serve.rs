use std::fmt;
use std::future::{Future, IntoFuture, pending};
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use http::header::HOST;
use http::{Request, StatusCode, Version};
use hyper::body::Incoming;
use tokio::net::{TcpListener, TcpSocket, ToSocketAddrs};

use crate::ctx::channel::BoxFuture;
use crate::server::Server;
use crate::transport::http::refused::Refused;
use crate::transport::http::reply::HttpResponse;
use crate::transport::http::{connections, service};

/// How many connections may wait to be accepted: bursts of clients beyond it lose seconds each.
const BACKLOG: u32 = 4096;

/// How often sessions are looked at for how long they have been idle.
const SWEEP: Duration = Duration::from_secs(60);

/// Why a server cannot be reached over HTTP.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The address cannot be resolved.
    #[error("cannot resolve the address to listen on")]
    Resolve(#[source] io::Error),
    /// The address cannot be listened on: it is taken, or not of this machine.
    #[error("cannot listen on {address}")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// What the operating system says.
        #[source]
        source: io::Error,
    },
}

impl Server {
    /// Serves Streamable HTTP, REST, OpenAPI and discovery on an address.
    ///
    /// HTTP/1.1, and HTTP/2 without TLS where the client begins with it. Requests for other hosts than
    /// loopback are refused unless [`allow_host`](crate::ServerBuilder::allow_host) names them.
    ///
    /// ```no_run
    /// # async fn main_(server: nanohub_mcp::Server) -> Result<(), nanohub_mcp::ServeError> {
    /// server
    ///     .serve("127.0.0.1:8000")
    ///     .with_graceful_shutdown(async {
    ///         let _ = tokio::signal::ctrl_c().await;
    ///     })
    ///     .await
    /// # }
    /// ```
    pub fn serve(&self, address: impl ToSocketAddrs + Send + 'static) -> Serve {
        let server = self.clone();
        Serve { bound: Box::pin(async move { server.bind(address).await }), shutdown: Box::pin(pending()) }
    }

    /// Starts to listen on an address, with port 0 on one that is free.
    ///
    /// ```no_run
    /// # async fn main_(server: nanohub_mcp::Server) -> Result<(), nanohub_mcp::ServeError> {
    /// let bound = server.bind("127.0.0.1:0").await?;
    /// eprintln!("http://{}/mcp", bound.local_addr());
    /// bound.serve().await
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Where the address cannot be resolved, or not be listened on.
    pub async fn bind(&self, address: impl ToSocketAddrs + Send) -> Result<Bound, ServeError> {
        let addresses = tokio::net::lookup_host(address).await.map_err(ServeError::Resolve)?;
        let mut failed = ServeError::Resolve(io::ErrorKind::NotFound.into());
        for address in addresses {
            match listen(address).and_then(|listener| Ok((listener.local_addr()?, listener))) {
                Ok((address, listener)) => return Ok(Bound { server: self.clone(), listener, address }),
                Err(source) => failed = ServeError::Bind { address, source },
            }
        }
        Err(failed)
    }
}

fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // So that a restart need not wait for the connections of before. Windows means another thing by it.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// A server that listens, and does not yet answer.
#[derive(Debug)]
pub struct Bound {
    server: Server,
    listener: TcpListener,
    address: SocketAddr,
}

impl Bound {
    /// The address, with the port that was free.
    #[must_use]
    pub fn local_addr(&self) -> SocketAddr {
        self.address
    }

    /// Serves.
    pub fn serve(self) -> Serve {
        Serve { bound: Box::pin(async { Ok(self) }), shutdown: Box::pin(pending()) }
    }

    async fn run(self, stop: impl Future<Output = ()>) {
        let Self { server, listener, address } = self;
        tracing::info!(%address, name = server.name(), "listening");
        if !address.ip().is_loopback() && server.settings().allowed_hosts.is_empty() {
            tracing::warn!(
                %address,
                "requests for other hosts than loopback are refused: name them with `allow_host`"
            );
        }
        let handler = {
            let server = server.clone();
            move |request| {
                let server = server.clone();
                async move { answer(&server, request).await }
            }
        };
        // Streams end and questions fail, since nothing else would bring them to an end.
        let end_streams = || {
            server.sessions().end();
            server.end_subscriptions();
        };
        tokio::select! {
            () = connections::run(listener, server.settings(), handler, stop, end_streams) => {}
            () = sweep(&server) => {}
        }
    }
}

/// RFC 9112, 3.2: a request of HTTP/1.1 without `Host` is a bad one, which hyper leaves to us.
async fn answer(server: &Server, request: Request<Incoming>) -> HttpResponse {
    if request.version() == Version::HTTP_11
        && !request.headers().contains_key(HOST)
        && request.uri().authority().is_none()
    {
        return Refused::new(StatusCode::BAD_REQUEST, "a request needs a `Host`").into_response();
    }
    service::handle(server, request).await
}

/// Ends idle sessions, which nobody would ask for again.
async fn sweep(server: &Server) {
    loop {
        tokio::time::sleep(SWEEP).await;
        server.sessions().sweep();
    }
}

/// A future that serves: see [`Server::serve`]. When it is dropped, the connections are closed.
#[must_use = "a server does nothing until it is awaited"]
pub struct Serve {
    bound: BoxFuture<Result<Bound, ServeError>>,
    shutdown: BoxFuture<()>,
}

impl Serve {
    /// Stops once the signal resolves: nothing more is accepted, sessions end with their streams and
    /// questions, and plain calls have [some time](crate::ServerBuilder::shutdown_grace) to finish.
    pub fn with_graceful_shutdown(self, signal: impl Future<Output = ()> + Send + 'static) -> Self {
        Self { shutdown: Box::pin(signal), ..self }
    }
}

impl IntoFuture for Serve {
    type Output = Result<(), ServeError>;
    type IntoFuture = BoxFuture<Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            self.bound.await?.run(self.shutdown).await;
            Ok(())
        })
    }
}

impl fmt::Debug for Serve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Serve").finish_non_exhaustive()
    }
}
