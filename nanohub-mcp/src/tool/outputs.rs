use crate::schema::SchemaSettings;
use crate::tool::Tool;
use serde_json::Value;
use serde_json::value::RawValue;
#[derive(Debug)]
pub(crate) struct OutputSchema {}
impl OutputSchema {
    pub(crate) fn compile(_: &Tool, _: &SchemaSettings) -> Result<Option<Self>, Vec<String>> {
        Ok(None)
    }
    pub(crate) fn is_object(&self) -> bool {
        true
    }
    pub(crate) fn schema(&self) -> &Value {
        &Value::Null
    }
    pub(crate) fn wrapped(&self) -> &Value {
        &Value::Null
    }
    pub(crate) fn check(&self, _: &RawValue) -> Result<(), String> {
        Ok(())
    }
}
