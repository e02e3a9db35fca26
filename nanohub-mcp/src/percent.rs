//! Percent escapes of URIs (RFC 3986, 2.1).

/// Resolves percent escapes; `None` where they make no text.
pub(crate) fn decode(text: &str) -> Option<String> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        decoded.push(if byte == b'%' {
            let digits = [bytes.next()?, bytes.next()?].map(|digit| char::from(digit).to_digit(16));
            let [Some(high), Some(low)] = digits else { return None };
            u8::try_from(high * 16 + low).ok()?
        } else {
            byte
        });
    }
    String::from_utf8(decoded).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        assert_eq!(decode("a%20b%C3%A9").as_deref(), Some("a bé"));
        for bad in ["%", "%2", "%zz", "%ff", "%+1"] {
            assert_eq!(decode(bad), None, "{bad}");
        }
    }
}
