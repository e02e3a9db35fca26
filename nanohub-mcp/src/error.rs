use std::error::Error as _;
use std::{fmt, io};

use crate::server::BuildError;

/// A result of [`Error`], for `main`.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What keeps a server from running, in words for the person who started it.
///
/// `main` shows an error with `Debug`, so that is written for people too: the message, and what caused it.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The server cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The address cannot be listened on.
    #[error("{message}")]
    #[non_exhaustive]
    Listen {
        /// Why, and what to do.
        message: String,
        /// What the system says.
        source: io::Error,
    },
    /// The command line asks for something that there is not.
    #[error("{0}")]
    Usage(String),
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")?;
        let mut source = self.source();
        while let Some(cause) = source {
            write!(f, "\ncaused by: {cause}")?;
            source = cause.source();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Server;

    #[test]
    fn main_shows_words() {
        let Err(error) = Server::builder("demo", "1").state(1).state(2).build() else { panic!("was built") };
        assert_eq!(format!("{error:?}"), error.to_string());
        let shown = format!("{:?}", Error::from(error));
        assert!(shown.starts_with("the server cannot start: two states of type `i32`"), "{shown}");

        let source = io::Error::from(io::ErrorKind::AddrInUse);
        let error = Error::Listen { message: "port 8000 is in use".into(), source };
        assert_eq!(format!("{error:?}"), "port 8000 is in use\ncaused by: address in use");
    }
}
