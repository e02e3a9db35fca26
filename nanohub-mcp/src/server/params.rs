//! Parameters of requests, as both eras send them.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::jsonrpc::ErrorObject;
use crate::jsonrpc::message::{present, twice};

/// Parameters of a list.
#[derive(Deserialize)]
pub(crate) struct ListParams<'a> {
    #[serde(borrow, default)]
    pub(crate) cursor: Option<Cow<'a, str>>,
}

impl<'a> ListParams<'a> {
    pub(crate) fn read(params: Option<&'a RawValue>) -> Result<Self, ErrorObject> {
        read(params, "`cursor` must be a string")
    }
}

/// Parameters of `tools/call`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CallToolParams<'a> {
    #[serde(borrow)]
    pub(crate) name: Cow<'a, str>,
    /// A JSON object.
    #[serde(borrow, default)]
    pub(crate) arguments: Option<&'a RawValue>,
    /// Of the stateless era: answers to earlier questions.
    #[serde(borrow, default, deserialize_with = "present")]
    pub(crate) input_responses: Option<&'a RawValue>,
    /// Of the stateless era: what the client carries for us.
    #[serde(borrow, default)]
    pub(crate) request_state: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "_meta")]
    meta: Option<&'a RawValue>,
}

impl<'a> CallToolParams<'a> {
    pub(crate) fn read(params: Option<&'a RawValue>) -> Result<Self, ErrorObject> {
        let mut read: Self = read(params, "`tools/call` needs `name`, a string")?;
        read.arguments = read.arguments.filter(|arguments| arguments.get() != "null");
        if read.arguments.is_some_and(|arguments| !arguments.get().starts_with('{')) {
            return Err(ErrorObject::invalid_params("`arguments` must be an object"));
        }
        Ok(read)
    }

    /// `_meta`, for tools that can look at it.
    pub(crate) fn meta(&self) -> Result<Map<String, Value>, ErrorObject> {
        let Some(meta) = self.meta else { return Ok(Map::new()) };
        serde_json::from_str(meta.get()).map_err(|_| ErrorObject::invalid_params("`_meta` must be an object"))
    }
}

/// Reads parameters; absent ones are `{}`.
pub(crate) fn read<'a, T: Deserialize<'a>>(
    params: Option<&'a RawValue>,
    otherwise: &str,
) -> Result<T, ErrorObject> {
    let params = params.map_or("{}", RawValue::get);
    // A derived struct would also be read from an array.
    if params.starts_with('[') {
        return Err(ErrorObject::invalid_params("`params` must be an object"));
    }
    serde_json::from_str(params).map_err(|error| {
        ErrorObject::invalid_params(match twice(&error) {
            Some(name) => format!("`{name}` must be there once"),
            None => otherwise.to_owned(),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_twice_is_named() {
        let refused = |json: &str| {
            let raw = RawValue::from_string(json.into()).unwrap();
            CallToolParams::read(Some(&raw)).err().unwrap().message
        };
        assert_eq!(
            refused(r#"{"name":"a","arguments":{},"arguments":{}}"#),
            "`arguments` must be there once"
        );
        assert_eq!(refused(r#"{"name":"a","name":"b"}"#), "`name` must be there once");
        assert_eq!(refused(r#"{"arguments":{}}"#), "`tools/call` needs `name`, a string");
    }
}
