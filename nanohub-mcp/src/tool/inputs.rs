/// The arguments of a tool, ready to be checked.
#[derive(Debug)]
pub(crate) struct Inputs {}
