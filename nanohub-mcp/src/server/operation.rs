//! What a call runs, whatever that is: how it starts and how its response looks are all that differ.

use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;

use crate::codec;
use crate::codec::result::Shape;
use crate::jsonrpc::ErrorObject;
use crate::server::call::NotStarted;
use crate::server::catalogue::Registered;
use crate::tool::ToolResult;
use crate::tool::call::{Call, Work};
use crate::tool::error::Failure;

/// A tool that is called, a resource that is read, a prompt that is got.
pub(crate) trait Operation: Send + Sync + Unpin + 'static {
    /// What its function gives, once that is finished.
    type Product: Send + 'static;

    /// Its name, for messages.
    fn name(&self) -> &'static str;

    /// Whether its function borrows the context of the call.
    fn has_context(&self) -> bool;

    /// How long it may take.
    fn timeout(&self) -> Option<Duration>;

    /// The result, as JSON text.
    fn success(&self, shape: &Shape<'_>, product: Self::Product) -> Result<String, ErrorObject>;

    /// What comes of a failure: a tool has results for it, other methods have errors.
    fn failure(&self, shape: &Shape<'_>, failure: &Failure) -> Result<String, ErrorObject>;
}

impl Operation for Arc<Registered> {
    type Product = ToolResult;

    fn name(&self) -> &'static str {
        self.tool.name
    }

    fn has_context(&self) -> bool {
        self.session_only
    }

    fn timeout(&self) -> Option<Duration> {
        self.tool.timeout
    }

    fn success(&self, shape: &Shape<'_>, product: ToolResult) -> Result<String, ErrorObject> {
        Ok(codec::result::success(self, shape, &product))
    }

    fn failure(&self, shape: &Shape<'_>, failure: &Failure) -> Result<String, ErrorObject> {
        Ok(codec::result::failure(shape, failure))
    }
}

impl Registered {
    /// Takes the arguments and starts the tool.
    pub(crate) fn start(&self, call: Call, arguments: Option<&RawValue>) -> Result<Work, NotStarted> {
        let mut taken = self.inputs.accept(arguments);
        // A tool without arguments takes none, and so finds nothing wrong with what was sent.
        if self.tool.arguments.is_empty() && taken.is_refused() {
            return Err(NotStarted::Arguments(taken.refusal(self.tool.name)));
        }
        match (self.tool.start)(call, &mut taken) {
            Work::Refused => Err(NotStarted::Arguments(taken.refusal(self.tool.name))),
            work => Ok(work),
        }
    }
}
