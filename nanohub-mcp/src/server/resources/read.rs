//! `resources/read`, in both eras.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;

use crate::codec;
use crate::codec::result::Shape;
use crate::codec::stateless::Caching;
use crate::jsonrpc::{ErrorCode, ErrorObject, RequestId};
use crate::protocol::Revision;
use crate::resource::definition::Handler;
use crate::resource::{ResourceContents, ResourceError};
use crate::server::call::NotStarted;
use crate::server::operation::Operation;
use crate::server::params::{Carried, ResourceParams};
use crate::server::resources::catalogue::{Found, RegisteredResource};
use crate::server::settings::CacheScope;
use crate::server::stateless::Route;
use crate::server::{Server, dispatch, stateless};
use crate::text::texts::Texts;
use crate::tool::call::{Call, Work};
use crate::tool::error::Failure;
use crate::tool::output::Output;

/// A resource that is read.
pub(crate) struct Reading {
    registered: Arc<RegisteredResource>,
    /// As it was requested, which is how it is echoed.
    uri: String,
    values: Vec<String>,
    /// What the client may do with the contents, where its era has a word for that.
    caching: Option<Caching>,
}

impl Reading {
    fn start(&self, call: Call, revision: Revision) -> Result<Work<ResourceContents>, NotStarted> {
        let start = match &self.registered.resource.handler {
            Handler::Fixed(contents) => return Ok(Work::Done(Output(Ok((**contents).clone())))),
            Handler::Function(start) => start,
        };
        let values = self.values.iter().map(|value| Some(Cow::Borrowed(value.as_str()))).collect();
        let mut texts = Texts::new(&self.registered.resource.variables, values);
        match start(call, &mut texts) {
            // A URI whose variables are of other types leads nowhere.
            Work::Refused => Err(NotStarted::Request(codec::resource::not_found(&self.uri, revision))),
            work => Ok(work),
        }
    }
}

impl Operation for Reading {
    type Product = ResourceContents;

    fn name(&self) -> &'static str {
        match &self.registered.resource.name {
            Cow::Borrowed(name) => name,
            // Contents that are there already run no code that could have anything to say.
            Cow::Owned(_) => "a resource",
        }
    }

    fn has_context(&self) -> bool {
        self.registered.has_context
    }

    fn timeout(&self) -> Option<Duration> {
        self.registered.resource.timeout
    }

    fn success(&self, shape: &Shape<'_>, contents: ResourceContents) -> Result<String, ErrorObject> {
        let Self { registered, uri, caching, .. } = self;
        let revision = shape.revision();
        let members = codec::resource::contents(&registered.resource, uri, &contents, revision, *caching);
        Ok(shape.complete(&members))
    }

    fn failure(&self, shape: &Shape<'_>, failure: &Failure) -> Result<String, ErrorObject> {
        Err(if failure.cause::<ResourceError>().is_some_and(ResourceError::is_not_found) {
            codec::resource::not_found(&self.uri, shape.revision())
        } else {
            ErrorObject::new(ErrorCode::InternalError, &failure.message)
        })
    }
}

impl Server {
    pub(crate) fn read_resource(
        &self,
        incoming: &dispatch::Incoming<'_>,
        id: &RequestId,
        params: Option<&RawValue>,
    ) -> Result<dispatch::Reaction, ErrorObject> {
        let ResourceParams { uri } = ResourceParams::read(params)?;
        let carried = Carried::read(params)?;
        let revision = incoming.session.caller.revision;
        let Found { registered, values, .. } = self.find_resource(&uri, revision)?;
        let reading = Reading { registered, uri: uri.into_owned(), values, caching: None };
        Ok(self.start(incoming, id, reading, &carried, |reading, call| reading.start(call, revision)))
    }

    pub(crate) fn read_resource_stateless(
        &self,
        incoming: stateless::Incoming<'_>,
        id: &RequestId,
        params: Option<&RawValue>,
    ) -> Result<stateless::Reaction, ErrorObject> {
        let ResourceParams { uri } = ResourceParams::read(params)?;
        let carried = Carried::read(params)?;
        let revision = incoming.envelope.caller.revision;
        let Found { registered, values, .. } = self.find_resource(&uri, revision)?;
        // What answers went into is nobody else's, and no later request brings them.
        let caching = if carried.is_retry() {
            Caching { ttl_ms: 0, cache_scope: CacheScope::Private }
        } else {
            self.caching()
        };
        let route = Route { method: "resources/read", name: &uri, arguments: None };
        let reading = Reading { registered, uri: uri.to_string(), values, caching: Some(caching) };
        self.start_stateless(incoming, id, &route, reading, &carried, |reading, call| {
            reading.start(call, revision)
        })
    }

    /// The resource of a URI, or the error that the revision has for it.
    pub(crate) fn find_resource(&self, uri: &str, revision: Revision) -> Result<Found, ErrorObject> {
        self.resources().find(uri).ok_or_else(|| codec::resource::not_found(uri, revision))
    }
}
