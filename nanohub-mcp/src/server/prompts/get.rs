//! `prompts/get`, in both eras.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::codec;
use crate::codec::result::Shape;
use crate::jsonrpc::{ErrorCode, ErrorObject, RequestId};
use crate::prompt::Message;
use crate::schema::words::nearest;
use crate::server::call::NotStarted;
use crate::server::operation::Operation;
use crate::server::params::{Carried, GetPromptParams};
use crate::server::prompts::catalogue::RegisteredPrompt;
use crate::server::stateless::Route;
use crate::server::{Server, dispatch, stateless};
use crate::text::texts::Texts;
use crate::tool::call::{Call, Work};
use crate::tool::error::Failure;

impl RegisteredPrompt {
    /// Takes the arguments and starts the prompt.
    fn start(&self, call: Call, arguments: Option<&RawValue>) -> Result<Work<Vec<Message>>, NotStarted> {
        let name = self.prompt.name;
        let refuse = |problems: &str| {
            NotStarted::Request(ErrorObject::invalid_params(format!("arguments of `{name}`: {problems}")))
        };
        let values = self.values(arguments).map_err(|problems| refuse(&problems.join("; ")))?;
        let mut texts = Texts::new(&self.prompt.arguments, values);
        match (self.prompt.start)(call, &mut texts) {
            Work::Refused => Err(refuse(&texts.problems())),
            work => Ok(work),
        }
    }

    /// The arguments in the function's order, or what is wrong with any of them.
    fn values(&self, arguments: Option<&RawValue>) -> Result<Vec<Option<Cow<'static, str>>>, Vec<String>> {
        let mut sent: Map<String, Value> = match arguments {
            Some(arguments) => serde_json::from_str::<Option<Map<String, Value>>>(arguments.get())
                .map_err(|_| vec!["they must be an object of strings".to_owned()])?
                .unwrap_or_default(),
            None => Map::new(),
        };
        let mut problems = Vec::new();
        let mut values = Vec::new();
        for argument in &self.prompt.arguments {
            values.push(match sent.remove(argument.name) {
                Some(Value::String(text)) => Some(Cow::Owned(text)),
                None | Some(Value::Null) => None,
                Some(_) => {
                    problems.push(format!("`{}` must be a string", argument.name));
                    None
                }
            });
        }
        for unknown in sent.keys() {
            // The peer's text: shown, so that a typo is seen, but not at any length.
            let shown: String = unknown.chars().take(64).collect();
            let names = self.prompt.arguments.iter().map(|argument| argument.name);
            problems.push(match nearest(unknown, names) {
                Some(nearest) => format!("there is no `{shown}`: did you mean `{nearest}`?"),
                None => format!("there is no `{shown}`"),
            });
        }
        if problems.is_empty() { Ok(values) } else { Err(problems) }
    }
}

impl Operation for Arc<RegisteredPrompt> {
    type Product = Vec<Message>;

    fn name(&self) -> &'static str {
        self.prompt.name
    }

    fn has_context(&self) -> bool {
        self.has_context
    }

    fn timeout(&self) -> Option<Duration> {
        self.prompt.timeout
    }

    fn success(&self, shape: &Shape<'_>, messages: Vec<Message>) -> Result<String, ErrorObject> {
        // Not a result that clients may keep (2026-07-28, caching).
        Ok(shape.complete(&codec::prompt::messages(&self.prompt, &messages, shape.revision())))
    }

    fn failure(&self, _: &Shape<'_>, failure: &Failure) -> Result<String, ErrorObject> {
        Err(ErrorObject::new(ErrorCode::InternalError, &failure.message))
    }
}

impl Server {
    pub(crate) fn get_prompt(
        &self,
        incoming: &dispatch::Incoming<'_>,
        id: &RequestId,
        params: Option<&RawValue>,
    ) -> Result<dispatch::Reaction, ErrorObject> {
        let GetPromptParams { name, arguments } = GetPromptParams::read(params)?;
        let carried = Carried::read(params)?;
        let prompt = self.find_prompt(&name)?;
        Ok(self.start(incoming, id, prompt, &carried, |prompt, call| prompt.start(call, arguments)))
    }

    pub(crate) fn get_prompt_stateless(
        &self,
        incoming: stateless::Incoming<'_>,
        id: &RequestId,
        params: Option<&RawValue>,
    ) -> Result<stateless::Reaction, ErrorObject> {
        let GetPromptParams { name, arguments } = GetPromptParams::read(params)?;
        let carried = Carried::read(params)?;
        let prompt = self.find_prompt(&name)?;
        let route = Route { method: "prompts/get", name: &name, arguments };
        self.start_stateless(incoming, id, &route, prompt, &carried, |prompt, call| {
            prompt.start(call, arguments)
        })
    }

    /// The prompt of that name, or -32602.
    pub(crate) fn find_prompt(&self, name: &str) -> Result<Arc<RegisteredPrompt>, ErrorObject> {
        self.prompts().get(name).cloned().ok_or_else(|| {
            let shown: String = name.chars().take(128).collect();
            ErrorObject::invalid_params(format!("unknown prompt: {shown}"))
        })
    }
}
