//! Request bodies, within limits of size and time.

use std::pin::pin;
use std::str;

use bytes::{Buf as _, Bytes, BytesMut};
use http::header::{CONTENT_LENGTH, EXPECT};
use http::{HeaderMap, StatusCode};
use http_body::Body;
use http_body_util::BodyExt as _;

use crate::jsonrpc::ErrorCode;
use crate::server::settings::Settings;
use crate::transport::http::refused::Refused;

/// How much of a body that is too large is read and thrown away, so that the connection can go on and the
/// client, busy writing, gets to see why: closing the connection on it loses the answer.
const DRAIN: u64 = 64 << 20;

/// How much room is made before anything has come, whatever is announced.
const FIRST_ROOM: u64 = 64 << 10;

/// Reads a body to its end, without the byte order mark that some clients put before JSON.
pub(crate) async fn read<B>(headers: &HeaderMap, body: B, settings: &Settings) -> Result<Bytes, Refused>
where
    B: Body + Send + 'static,
    B::Data: Send,
{
    let announced = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    let max = settings.max_body as u64;
    let mut body = Box::pin(body);
    let refused = if announced.is_some_and(|length| length > max) || body.size_hint().lower() > max {
        too_large(settings.max_body)
    } else {
        match tokio::time::timeout(settings.read_timeout, collect(&mut body, settings.max_body)).await {
            Ok(Ok(bytes)) => return Ok(without_mark(bytes)),
            Ok(Err(refused)) => refused,
            Err(_) => {
                return Err(Refused::new(StatusCode::REQUEST_TIMEOUT, "the body did not arrive in time"));
            }
        }
    };
    // Who waits to be told to go on has not sent anything yet.
    if refused.status == StatusCode::PAYLOAD_TOO_LARGE && !headers.contains_key(EXPECT) {
        tokio::spawn(tokio::time::timeout(settings.read_timeout, drain(body)));
    }
    Err(refused)
}

/// The text of a body.
pub(crate) fn text(body: &[u8]) -> Result<&str, Refused> {
    str::from_utf8(body).map_err(|_| {
        Refused::new(StatusCode::BAD_REQUEST, "the body is not UTF-8").code(ErrorCode::ParseError)
    })
}

async fn collect<B: Body + Unpin>(body: &mut B, max: usize) -> Result<Bytes, Refused> {
    let mut first = Bytes::new();
    let mut all = BytesMut::new();
    while let Some(frame) = body.frame().await {
        let frame =
            frame.map_err(|_| Refused::new(StatusCode::BAD_REQUEST, "the body did not arrive whole"))?;
        let Ok(mut data) = frame.into_data() else { continue };
        if first.len() + all.len() + data.remaining() > max {
            return Err(too_large(max));
        }
        let data = data.copy_to_bytes(data.remaining());
        // Most bodies are one frame, which is passed on as it is.
        if first.is_empty() && all.is_empty() {
            first = data;
            continue;
        }
        if all.is_empty() {
            let room = body.size_hint().lower().min(FIRST_ROOM);
            all.reserve(first.len() + data.len() + usize::try_from(room).unwrap_or_default());
            all.extend_from_slice(&first);
            first = Bytes::new();
        }
        all.extend_from_slice(&data);
    }
    Ok(if all.is_empty() { first } else { all.freeze() })
}

async fn drain<B: Body>(body: B) {
    let mut body = pin!(body);
    let mut left = DRAIN;
    while let Some(Ok(frame)) = body.frame().await {
        let length = frame.data_ref().map_or(0, |data| data.remaining() as u64);
        let Some(rest) = left.checked_sub(length) else { return };
        left = rest;
    }
}

fn too_large(max: usize) -> Refused {
    Refused::new(StatusCode::PAYLOAD_TOO_LARGE, format!("the body is larger than {max} bytes"))
}

fn without_mark(mut body: Bytes) -> Bytes {
    if body.starts_with(b"\xEF\xBB\xBF") {
        body.advance(3);
    }
    body
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::pin::Pin;
    use std::task::{Context, Poll};
    use std::time::Duration;

    use http_body::Frame;
    use http_body_util::Full;

    use super::*;

    /// A body of unknown length, in pieces; one that stalls never ends.
    struct Pieces {
        pieces: Vec<&'static [u8]>,
        stalls: bool,
    }

    impl Body for Pieces {
        type Data = Bytes;
        type Error = Infallible;

        fn poll_frame(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
            match self.pieces.pop() {
                Some(piece) => Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(piece))))),
                None if self.stalls => Poll::Pending,
                None => Poll::Ready(None),
            }
        }
    }

    fn pieces(pieces: &[&'static [u8]], stalls: bool) -> Pieces {
        Pieces { pieces: pieces.iter().rev().copied().collect(), stalls }
    }

    fn settings() -> Settings {
        Settings { max_body: 8, read_timeout: Duration::from_secs(5), ..Settings::default() }
    }

    async fn outcome<B>(body: B) -> Result<Bytes, u16>
    where
        B: Body + Send + 'static,
        B::Data: Send,
    {
        read(&HeaderMap::new(), body, &settings()).await.map_err(|refused| refused.status.as_u16())
    }

    #[tokio::test(start_paused = true)]
    async fn h09_the_limit_holds_for_pieces_and_for_announcements() {
        assert_eq!(outcome(Full::new(Bytes::from_static(b"12345678"))).await.unwrap(), "12345678");
        assert_eq!(outcome(Full::new(Bytes::from_static(b"123456789"))).await, Err(413));
        assert_eq!(outcome(pieces(&[b"1234", b"", b"5678"], false)).await.unwrap(), "12345678");
        assert_eq!(outcome(pieces(&[b"1234", b"5678", b"9"], true)).await, Err(413));
        let announced = [(CONTENT_LENGTH, 9.into())].into_iter().collect();
        // Nothing of it is read before the answer.
        let refused = read(&announced, pieces(&[], true), &settings()).await.unwrap_err();
        assert_eq!(refused.status, 413);
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_stalls_times_out() {
        assert_eq!(outcome(pieces(&[b"{"], true)).await, Err(408));
    }

    #[tokio::test]
    async fn a_body_that_breaks_off_is_refused() {
        assert_eq!(outcome(Broken).await, Err(400));
    }

    struct Broken;

    impl Body for Broken {
        type Data = Bytes;
        type Error = std::io::Error;

        fn poll_frame(
            self: Pin<&mut Self>,
            _: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
            Poll::Ready(Some(Err(std::io::ErrorKind::ConnectionReset.into())))
        }
    }

    #[tokio::test]
    async fn h03_a_byte_order_mark_is_dropped_and_text_is_utf8() {
        assert_eq!(outcome(Full::new(Bytes::from_static(b"\xEF\xBB\xBF{}"))).await.unwrap(), "{}");
        assert_eq!(text("ä".as_bytes()), Ok("ä"));
        let refused =
            Refused::new(StatusCode::BAD_REQUEST, "the body is not UTF-8").code(ErrorCode::ParseError);
        assert_eq!(text(b"\xFF"), Err(refused));
    }
}
