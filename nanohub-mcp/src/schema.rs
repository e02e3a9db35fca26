//! x
#[derive(Default)]
pub(crate) struct SchemaSettings {
    pub(crate) portable: bool,
    pub(crate) reflect_values: bool,
}
pub(crate) mod words;
