//! Parameters of requests, as both eras send them.

use std::borrow::Cow;
use std::collections::HashMap;

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

/// What a request that may be asked back carries beside its own parameters.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Carried<'a> {
    /// Of the stateless era: answers to earlier questions.
    #[serde(borrow, default, deserialize_with = "present")]
    pub(crate) input_responses: Option<&'a RawValue>,
    /// Of the stateless era: what the client carries for us.
    #[serde(borrow, default)]
    pub(crate) request_state: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "_meta")]
    meta: Option<&'a RawValue>,
}

impl<'a> Carried<'a> {
    /// Reads it from the parameters of any method.
    pub(crate) fn read(params: Option<&'a RawValue>) -> Result<Self, ErrorObject> {
        read(params, "`params` must be an object")
    }

    /// `_meta`, for functions that can look at it.
    pub(crate) fn meta(&self) -> Result<Map<String, Value>, ErrorObject> {
        let Some(meta) = self.meta else { return Ok(Map::new()) };
        serde_json::from_str(meta.get()).map_err(|_| ErrorObject::invalid_params("`_meta` must be an object"))
    }

    /// Answers to earlier questions, by key: each an object, though not yet a good one.
    pub(crate) fn answers(&self) -> Result<HashMap<String, Value>, ErrorObject> {
        let Some(responses) = self.input_responses else { return Ok(HashMap::new()) };
        serde_json::from_str::<HashMap<String, Value>>(responses.get())
            .ok()
            .filter(|responses| responses.values().all(Value::is_object))
            .ok_or_else(|| ErrorObject::invalid_params("`inputResponses` must be an object of objects"))
    }

    /// Whether the request was made before, and comes back with answers.
    pub(crate) fn is_retry(&self) -> bool {
        self.input_responses.is_some() || self.request_state.is_some()
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
    // As `Carried` has them: read here, so that the text of a call is gone through once.
    #[serde(borrow, default, deserialize_with = "present")]
    input_responses: Option<&'a RawValue>,
    #[serde(borrow, default)]
    request_state: Option<&'a RawValue>,
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

    pub(crate) fn carried(&self) -> Carried<'a> {
        let Self { input_responses, request_state, meta, .. } = *self;
        Carried { input_responses, request_state, meta }
    }
}

/// Parameters of `resources/read`, and of a subscription to one.
#[derive(Deserialize)]
pub(crate) struct ResourceParams<'a> {
    #[serde(borrow)]
    pub(crate) uri: Cow<'a, str>,
}

impl<'a> ResourceParams<'a> {
    pub(crate) fn read(params: Option<&'a RawValue>) -> Result<Self, ErrorObject> {
        read(params, "`uri` must be a string")
    }
}

/// Parameters of `prompts/get`.
#[derive(Deserialize)]
pub(crate) struct GetPromptParams<'a> {
    #[serde(borrow)]
    pub(crate) name: Cow<'a, str>,
    #[serde(borrow, default)]
    pub(crate) arguments: Option<&'a RawValue>,
}

impl<'a> GetPromptParams<'a> {
    pub(crate) fn read(params: Option<&'a RawValue>) -> Result<Self, ErrorObject> {
        read(params, "`prompts/get` needs `name`, a string")
    }
}

/// Parameters of `completion/complete`.
#[derive(Deserialize)]
pub(crate) struct CompleteParams<'a> {
    #[serde(borrow, rename = "ref")]
    pub(crate) of: Reference<'a>,
    #[serde(borrow)]
    pub(crate) argument: CompletedArgument<'a>,
    #[serde(default)]
    pub(crate) context: CompletionContext,
}

/// Whose argument is completed.
#[derive(Deserialize)]
#[serde(tag = "type")]
pub(crate) enum Reference<'a> {
    #[serde(rename = "ref/prompt")]
    Prompt {
        #[serde(borrow)]
        name: Cow<'a, str>,
    },
    #[serde(rename = "ref/resource")]
    Resource {
        #[serde(borrow)]
        uri: Cow<'a, str>,
    },
}

/// What was typed so far.
#[derive(Deserialize)]
pub(crate) struct CompletedArgument<'a> {
    #[serde(borrow)]
    pub(crate) name: Cow<'a, str>,
    #[serde(borrow)]
    pub(crate) value: Cow<'a, str>,
}

/// Arguments that have their values already (2025-06-18 on).
#[derive(Default, Deserialize)]
pub(crate) struct CompletionContext {
    #[serde(default)]
    pub(crate) arguments: HashMap<String, String>,
}

impl<'a> CompleteParams<'a> {
    pub(crate) fn read(params: Option<&'a RawValue>) -> Result<Self, ErrorObject> {
        read(
            params,
            "`completion/complete` needs `ref` (`ref/prompt` with `name`, or `ref/resource` with `uri`) and `argument` \
             with `name` and `value`",
        )
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
