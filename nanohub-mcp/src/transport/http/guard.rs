use http::HeaderMap;
#[derive(Clone, Copy)]
pub(crate) struct Accepts {
    pub(crate) json: bool,
    pub(crate) events: bool,
}
pub(crate) fn accepts(_: &HeaderMap) -> Accepts {
    Accepts { json: true, events: true }
}
