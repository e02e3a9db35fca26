//! Stand-in for `transport/http/serve.rs`, so that this branch compiles; to be dropped.

use std::future::Future;
use std::io;
use std::net::SocketAddr;

use tokio::net::TcpListener;

use crate::server::Server;

pub(crate) struct Bound(TcpListener);

pub(crate) struct Serve(TcpListener);

impl Server {
    pub(crate) async fn bind(&self, address: &str) -> io::Result<Bound> {
        TcpListener::bind(address).await.map(Bound)
    }
}

impl Bound {
    pub(crate) fn local_addr(&self) -> SocketAddr {
        self.0.local_addr().expect("a listener has an address")
    }

    pub(crate) fn serve(self) -> Serve {
        Serve(self.0)
    }
}

impl Serve {
    pub(crate) async fn with_graceful_shutdown(self, ending: impl Future<Output = ()>) -> io::Result<()> {
        ending.await;
        drop(self.0);
        Ok(())
    }
}
