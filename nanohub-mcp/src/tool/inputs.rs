use crate::schema::SchemaSettings;
use crate::tool::Tool;
use crate::tool::arguments::Arguments;
use serde_json::Value;
use serde_json::value::RawValue;
#[derive(Debug, Default)]
pub(crate) struct Inputs(Value);
impl Inputs {
    pub(crate) fn compile(tool: &Tool, _: &SchemaSettings) -> Result<Self, Vec<String>> {
        Ok(Inputs(tool.input_schema.clone().unwrap_or_default()))
    }
    pub(crate) fn schema(&self) -> &Value {
        &self.0
    }
    pub(crate) fn accept<'a>(&'a self, _: Option<&'a RawValue>) -> Arguments<'a> {
        Arguments { inputs: self }
    }
}
