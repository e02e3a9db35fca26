use std::io;

use bytes::{Buf as _, BytesMut};
use tokio::io::{AsyncRead, AsyncReadExt as _};

use crate::transport::stdio::pipes::CHUNK;

/// What a peer sent as a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Text that is not blank.
    Message(String),
    /// More bytes than are allowed; they were skipped.
    TooLong,
    /// Bytes that are not UTF-8.
    NotText,
}

/// Splits a byte stream at its line ends.
#[derive(Debug)]
pub(super) struct Lines<R> {
    reader: R,
    buffer: BytesMut,
    /// How much of the buffer is known to hold no line end.
    searched: usize,
    limit: usize,
    /// Whether the rest of a line that was too long is still to come.
    skipping: bool,
    ended: bool,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(super) fn new(reader: R, limit: usize) -> Self {
        Self { reader, buffer: BytesMut::new(), searched: 0, limit, skipping: false, ended: false }
    }

    /// The next line that is not blank; `None` at the end. A last line needs no line end.
    pub(super) async fn next(&mut self) -> io::Result<Option<Line>> {
        loop {
            if let Some(end) = self.buffer[self.searched..].iter().position(|byte| *byte == b'\n') {
                let line = self.buffer.split_to(self.searched + end);
                self.buffer.advance(1);
                self.searched = 0;
                if std::mem::take(&mut self.skipping) {
                    continue;
                }
                if let Some(line) = self.read(&line) {
                    return Ok(Some(line));
                }
                continue;
            }
            self.searched = self.buffer.len();
            if self.buffer.len() > self.limit {
                self.buffer.clear();
                self.searched = 0;
                if !std::mem::replace(&mut self.skipping, true) {
                    return Ok(Some(Line::TooLong));
                }
            }
            if self.ended {
                let line = self.buffer.split();
                self.searched = 0;
                return Ok(if line.is_empty() || self.skipping { None } else { self.read(&line) });
            }
            self.buffer.reserve(CHUNK);
            self.ended = self.reader.read_buf(&mut self.buffer).await? == 0;
        }
    }

    /// Blank lines are nothing. A byte-order mark, which some shells put first, and the CR of a CRLF are no
    /// part of the message.
    fn read(&self, line: &[u8]) -> Option<Line> {
        let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line).trim_ascii();
        if line.is_empty() {
            return None;
        }
        if line.len() > self.limit {
            return Some(Line::TooLong);
        }
        Some(std::str::from_utf8(line).map_or(Line::NotText, |text| Line::Message(text.to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read(bytes: &[u8], limit: usize) -> Vec<Line> {
        let mut lines = Lines::new(bytes, limit);
        let mut read = Vec::new();
        while let Some(line) = lines.next().await.unwrap() {
            read.push(line);
        }
        read
    }

    fn text(line: &str) -> Line {
        Line::Message(line.into())
    }

    #[tokio::test]
    async fn noise_does_not_end_the_stream() {
        let bytes = b"not json\n\n\r\n\xEF\xBB\xBF{1}\r\n\xff\xfe\n  {2}  \n{3}";
        assert_eq!(
            read(bytes, 100).await,
            [text("not json"), text("{1}"), Line::NotText, text("{2}"), text("{3}")]
        );
    }

    #[tokio::test]
    async fn a_line_that_is_too_long_is_skipped_whole() {
        let bytes = [vec![b'x'; 200_000], b"\n{1}\n".to_vec(), vec![b'y'; 50], b"\n{2}".to_vec()].concat();
        assert_eq!(read(&bytes, 10).await, [Line::TooLong, text("{1}"), Line::TooLong, text("{2}")]);
    }
}
