use std::io;

use crate::cli::address::Address;
use crate::cli::arguments::ServeRequest;
use crate::cli::banner::Banner;
use crate::cli::{logs, signals};
use crate::error::{Error, Result};
use crate::server::Server;
use crate::transport::http::ServeError;

/// Serves HTTP, until a signal comes.
pub(super) async fn run(server: Server, request: &ServeRequest) -> Result<()> {
    let server = server.reconfigured(|settings| request.apply(settings));
    let address = &request.address;
    let bound = server.bind(&address.to_string()).await.map_err(|source| cannot_listen(address, source))?;
    // Before anybody is told that the server is there.
    let ending = signals::listen()?;
    let program = std::env::current_exe().unwrap_or_else(|_| server.name().into());
    let banner =
        Banner { server: &server, host: &address.host, port: bound.local_addr().port(), program: &program };
    logs::tell(&banner.to_string());
    bound.serve().with_graceful_shutdown(ending).await.map_err(|error| cannot_listen(address, error))
}

fn cannot_listen(address: &Address, error: ServeError) -> Error {
    let (ServeError::Resolve(source) | ServeError::Bind { source, .. }) = error;
    let port = address.port;
    let host = &address.host;
    let message = match source.kind() {
        io::ErrorKind::AddrInUse => format!(
            "port {port} is in use: another program listens on {address}; choose another with `--port` or \
             `--addr` (0 takes any that is free)"
        ),
        io::ErrorKind::PermissionDenied => format!(
            "port {port} may not be used by this user; choose one above 1023 with `--port` or `--addr`"
        ),
        io::ErrorKind::AddrNotAvailable => format!(
            "`{host}` is not an address of this machine; choose one of its own with `--host` or `--addr`, or \
             0.0.0.0 for all of them"
        ),
        _ => format!("cannot listen on {address}"),
    };
    Error::Listen { message, source }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::arguments::{Command, parse};
    use crate::cli::sample::sample;

    #[tokio::test]
    async fn a_port_in_use_is_named_with_the_way_out() {
        let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = taken.local_addr().unwrap().to_string();
        let server = sample();
        let command = parse(server.identity(), ["demo", "--addr", &address], &|_| None).unwrap();
        let Command::Serve(request) = command else { panic!("{command:?}") };
        let shown = format!("{:?}", run(server, &request).await.unwrap_err());
        let port = taken.local_addr().unwrap().port();
        assert!(
            shown
                .starts_with(&format!("port {port} is in use: another program listens on {address}; choose"))
        );
        assert!(shown.contains("`--port`"), "{shown}");
    }
}
