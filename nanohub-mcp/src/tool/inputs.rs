use crate::schema::SchemaSettings;
use crate::tool::Tool;
use crate::tool::arguments::Arguments;
use serde_json::Value;
use serde_json::value::RawValue;
#[derive(Debug, Default)]
pub(crate) struct Inputs {}
impl Inputs {
    pub(crate) fn compile(_: &Tool, _: &SchemaSettings) -> Result<Self, Vec<String>> {
        Ok(Inputs {})
    }
    pub(crate) fn schema(&self) -> &Value {
        &Value::Null
    }
    pub(crate) fn accept<'a>(&'a self, _: Option<&'a RawValue>) -> Arguments<'a> {
        Arguments { inputs: self }
    }
}
