//! Prompts as their list shows them and as they are got, with the fields that a revision has.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::prompt::{Message, Prompt};
use crate::protocol::{Audience, Icon, Revision};
use crate::text::parameter::Parameter;

/// A prompt as `prompts/list` shows it.
pub(crate) fn prompt(prompt: &Prompt, revision: Revision) -> impl Serialize + '_ {
    #[derive(Serialize)]
    struct Listed<'a> {
        name: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        title: Option<&'a str>,
        description: &'a str,
        #[serde(skip_serializing_if = "<[Icon]>::is_empty")]
        icons: &'a [Icon],
        #[serde(skip_serializing_if = "Vec::is_empty")]
        arguments: Vec<Argument<'a>>,
        #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
        meta: Option<&'a Map<String, Value>>,
    }
    #[derive(Serialize)]
    struct Argument<'a> {
        name: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        title: Option<&'a str>,
        #[serde(skip_serializing_if = "str::is_empty")]
        description: &'a str,
        required: bool,
    }
    let titled = revision >= Revision::V2025_06_18;
    let argument = |parameter: &Parameter| Argument {
        name: parameter.name,
        title: parameter.title.filter(|_| titled),
        description: parameter.doc,
        required: parameter.required,
    };
    Listed {
        name: prompt.name,
        title: prompt.title.filter(|_| titled),
        description: prompt.description,
        icons: if revision >= Revision::V2025_11_25 { &prompt.icons } else { &[] },
        arguments: prompt.arguments.iter().map(argument).collect(),
        meta: Some(&prompt.meta).filter(|meta| titled && !meta.is_empty()),
    }
}

/// The members of the result of `prompts/get`.
pub(crate) fn messages<'a>(
    prompt: &'a Prompt,
    messages: &'a [Message],
    revision: Revision,
) -> impl Serialize + 'a {
    #[derive(Serialize)]
    struct GetPromptResult<'a, M> {
        description: &'a str,
        messages: Vec<M>,
    }
    #[derive(Serialize)]
    struct MessageAt<C> {
        role: Audience,
        content: C,
    }
    let messages = messages
        .iter()
        .map(|Message { role, content }| MessageAt { role: *role, content: content.at(revision) })
        .collect();
    GetPromptResult { description: prompt.description, messages }
}
