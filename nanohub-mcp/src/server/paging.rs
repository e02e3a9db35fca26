//! Pages of lists. A cursor names the last entry of a page, so it holds on every replica and across restarts.

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine as _};
use serde::Serialize;

use crate::codec::stateless::Caching;
use crate::jsonrpc::ErrorObject;

/// One page of a list, and where the next one starts.
pub(crate) struct Page<'a, T> {
    pub(crate) entries: &'a [T],
    pub(crate) next_cursor: Option<String>,
}

impl<'a, T> Page<'a, T> {
    /// The page of that size after a cursor, or the first one.
    pub(crate) fn of(
        entries: &'a [T],
        key: impl Fn(&T) -> &str,
        size: Option<usize>,
        cursor: Option<&str>,
    ) -> Result<Self, ErrorObject> {
        let start = match cursor {
            None => 0,
            Some(cursor) => named(cursor)
                .and_then(|last| entries.iter().position(|entry| key(entry) == last))
                .map(|index| index + 1)
                .ok_or_else(unknown)?,
        };
        let end = entries.len().min(start.saturating_add(size.unwrap_or(entries.len())));
        let page = &entries[start..end];
        let next_cursor = page.last().filter(|_| end < entries.len()).map(|last| after(key(last)));
        Ok(Self { entries: page, next_cursor })
    }
}

/// The members of the result of a list.
pub(crate) fn members<T, L: Serialize>(
    page: &Page<'_, T>,
    name: &'static str,
    listed: impl Fn(&T) -> L,
    caching: Option<Caching>,
) -> impl Serialize {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct ListResult<L> {
        #[serde(flatten)]
        entries: Entries<L>,
        #[serde(skip_serializing_if = "Option::is_none")]
        next_cursor: Option<String>,
        #[serde(flatten)]
        caching: Option<Caching>,
    }
    let entries = Entries { name, entries: page.entries.iter().map(listed).collect() };
    ListResult { entries, next_cursor: page.next_cursor.clone(), caching }
}

/// The entries, under the name that the list has for them.
struct Entries<L> {
    name: &'static str,
    entries: Vec<L>,
}

impl<L: Serialize> Serialize for Entries<L> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(self.name, &self.entries)])
    }
}

/// The cursor of the page after an entry.
pub(crate) fn after(key: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(key)
}

/// The entry that a cursor names.
pub(crate) fn named(cursor: &str) -> Option<String> {
    String::from_utf8(BASE64_URL_SAFE_NO_PAD.decode(cursor).ok()?).ok()
}

/// Why a cursor is refused.
pub(crate) fn unknown() -> ErrorObject {
    ErrorObject::invalid_params("`cursor` is not one of this list")
}
