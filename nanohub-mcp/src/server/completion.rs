//! `completion/complete`: what an argument of a prompt, or a variable of a template, could become.

use std::collections::HashMap;
use std::time::Duration;

use serde::Serialize;
use serde_json::value::RawValue;

use crate::codec::result::Shape;
use crate::jsonrpc::{ErrorCode, ErrorObject, RequestId};
use crate::server::operation::Operation;
use crate::server::params::{Carried, CompleteParams, CompletedArgument, CompletionContext, Reference};
use crate::server::stateless::Route;
use crate::server::{Server, dispatch, stateless};
use crate::text::complete::{Completer, Completion, matching};
use crate::tool::call::{Call, Work};
use crate::tool::error::Failure;
use crate::tool::output::Output;

/// How many values a completion has at most (2025-11-25, completion).
const MOST: usize = 100;

/// How long a person who types would wait.
const PATIENCE: Duration = Duration::from_secs(10);

/// An argument that is completed.
struct Completing {
    completer: Option<Completer>,
    value: String,
    arguments: HashMap<String, String>,
}

impl Completing {
    fn start(&self, call: Call) -> Work<Vec<String>> {
        match &self.completer {
            None => Work::Done(Output(Ok(Vec::new()))),
            Some(Completer::Choices(choices)) => Work::Done(Output(Ok(matching(choices, &self.value)))),
            Some(Completer::Function(function)) => {
                // It may look into directories and databases.
                let (function, value, arguments) =
                    (function.clone(), self.value.clone(), self.arguments.clone());
                Work::blocking(move || {
                    let completion = Completion { value: &value, arguments: &arguments, call: &call };
                    Output(Ok(function(&completion)))
                })
            }
        }
    }
}

impl Operation for Completing {
    type Product = Vec<String>;

    fn name(&self) -> &'static str {
        "completion"
    }

    fn has_context(&self) -> bool {
        false
    }

    fn timeout(&self) -> Option<Duration> {
        Some(PATIENCE)
    }

    fn success(&self, shape: &Shape<'_>, mut values: Vec<String>) -> Result<String, ErrorObject> {
        #[derive(Serialize)]
        struct CompleteResult {
            completion: Completed,
        }
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Completed {
            values: Vec<String>,
            total: usize,
            has_more: bool,
        }
        let total = values.len();
        values.truncate(MOST);
        let completion = Completed { values, total, has_more: total > MOST };
        Ok(shape.complete(&CompleteResult { completion }))
    }

    fn failure(&self, _: &Shape<'_>, failure: &Failure) -> Result<String, ErrorObject> {
        Err(ErrorObject::new(ErrorCode::InternalError, &failure.message))
    }
}

impl Server {
    /// Whether there is anything to complete.
    pub(crate) fn completes(&self) -> bool {
        self.prompts().completes() || self.resources().completes()
    }

    pub(crate) fn complete(
        &self,
        incoming: &dispatch::Incoming<'_>,
        id: &RequestId,
        params: Option<&RawValue>,
    ) -> Result<dispatch::Reaction, ErrorObject> {
        let completing = self.completing(params)?;
        let carried = Carried::read(params)?;
        Ok(self.start(incoming, id, completing, &carried, |completing, call| Ok(completing.start(call))))
    }

    pub(crate) fn complete_stateless(
        &self,
        incoming: stateless::Incoming<'_>,
        id: &RequestId,
        params: Option<&RawValue>,
    ) -> Result<stateless::Reaction, ErrorObject> {
        let completing = self.completing(params)?;
        let carried = Carried::read(params)?;
        let route = Route { method: "completion/complete", name: "", arguments: None };
        self.start_stateless(incoming, id, &route, completing, &carried, |completing, call| {
            Ok(completing.start(call))
        })
    }

    /// Finds what is to be completed. An argument that there is no help for has no values; one that there is
    /// not is an error.
    fn completing(&self, params: Option<&RawValue>) -> Result<Completing, ErrorObject> {
        let CompleteParams { of, argument: CompletedArgument { name, value }, context } =
            CompleteParams::read(params)?;
        let completer = match of {
            Reference::Prompt { name: prompt } => {
                let prompt = self.find_prompt(&prompt)?;
                let argument = prompt.prompt.arguments.iter().find(|argument| argument.name == name);
                argument.map(|argument| argument.completer.clone())
            }
            Reference::Resource { uri } => {
                let resources = self.resources();
                resources.variable(&uri, &name).map(|variable| variable.completer.clone())
            }
        };
        let CompletionContext { arguments } = context;
        match completer {
            Some(completer) => Ok(Completing { completer, value: value.into_owned(), arguments }),
            None => Err(ErrorObject::invalid_params("`ref` has no such argument, or does not exist")),
        }
    }
}
