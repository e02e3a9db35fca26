//! Resources of a server: their lists, what reads them, who hears of their changes.

pub(crate) mod catalogue;
pub(crate) mod read;
pub(crate) mod subscribe;

use std::sync::{Arc, PoisonError};

use serde_json::value::RawValue;

use crate::codec;
use crate::codec::result::Shape;
use crate::jsonrpc::ErrorObject;
use crate::resource::Resource;
use crate::server::paging::{Page, members};
use crate::server::params::ListParams;
use crate::server::resources::catalogue::{RegisteredResource, ResourceCatalogue};
use crate::server::{BuildError, Server};
use crate::session::Session;

/// The two lists.
#[derive(Clone, Copy)]
enum List {
    Resources,
    Templates,
}

impl Server {
    /// Adds a resource, or a template, to the running server, at the end of its list, and tells clients that
    /// the list changed.
    ///
    /// # Errors
    ///
    /// As [`ServerBuilder::build`](crate::ServerBuilder::build): a URI that is taken or none, state that is not
    /// registered. The server goes on as it was.
    pub fn add_resource(&self, resource: Resource) -> Result<(), BuildError> {
        let resource = RegisteredResource::new(resource, &self.inner.states).map_err(BuildError::new)?;
        self.change_resources(|resources| resources.push(Arc::new(resource))).map_err(BuildError::new)?;
        self.resources_changed();
        Ok(())
    }

    /// Takes the resource, or the template, of that URI out of the running server and tells clients; `false`
    /// where there is none. What is being read goes on.
    #[allow(clippy::must_use_candidate, reason = "that it is gone is what matters")]
    pub fn remove_resource(&self, uri: &str) -> bool {
        let removed = self.change_resources(|resources| {
            let before = resources.len();
            resources.retain(|registered| registered.resource.uri != uri);
            before != resources.len()
        });
        // Fewer than before cannot contradict each other.
        let removed = removed.unwrap_or(false);
        if removed {
            self.resources_changed();
        }
        removed
    }

    /// Changes the resources under one lock, so that no other change is lost.
    fn change_resources<T>(
        &self,
        change: impl FnOnce(&mut Vec<Arc<RegisteredResource>>) -> T,
    ) -> Result<T, Vec<String>> {
        let mut current = self.inner.resources.write().unwrap_or_else(PoisonError::into_inner);
        let mut resources = current.all().cloned().collect();
        let result = change(&mut resources);
        *current = Arc::new(ResourceCatalogue::new(resources, current.is_offered())?);
        Ok(result)
    }

    /// The resources that there are right now.
    pub(crate) fn resources(&self) -> Arc<ResourceCatalogue> {
        Arc::clone(&self.inner.resources.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn has_resources(&self) -> bool {
        self.resources().is_offered()
    }

    pub(crate) fn list_resources(
        &self,
        session: &Session,
        params: Option<&RawValue>,
    ) -> Result<String, ErrorObject> {
        self.list_of_resources(&Shape::session(session.caller.revision), List::Resources, params)
    }

    pub(crate) fn list_templates(
        &self,
        session: &Session,
        params: Option<&RawValue>,
    ) -> Result<String, ErrorObject> {
        self.list_of_resources(&Shape::session(session.caller.revision), List::Templates, params)
    }

    pub(crate) fn list_resources_stateless(&self, params: Option<&RawValue>) -> Result<String, ErrorObject> {
        self.list_of_resources(&Shape::stateless(self.server_info()), List::Resources, params)
    }

    pub(crate) fn list_templates_stateless(&self, params: Option<&RawValue>) -> Result<String, ErrorObject> {
        self.list_of_resources(&Shape::stateless(self.server_info()), List::Templates, params)
    }

    fn list_of_resources(
        &self,
        shape: &Shape<'_>,
        list: List,
        params: Option<&RawValue>,
    ) -> Result<String, ErrorObject> {
        let ListParams { cursor } = ListParams::read(params)?;
        let catalogue = self.resources();
        let (name, entries) = match list {
            List::Resources => ("resources", catalogue.exact()),
            List::Templates => ("resourceTemplates", catalogue.templates()),
        };
        let page = Page::of(entries, uri, self.settings().page_size, cursor.as_deref())?;
        let (revision, is_template) = (shape.revision(), matches!(list, List::Templates));
        let listed = |registered: &Arc<RegisteredResource>| {
            serde_json::to_value(codec::resource::resource(&registered.resource, is_template, revision))
                .expect("wire types serialise")
        };
        let caching = shape.is_stateless().then(|| self.caching());
        Ok(shape.complete(&members(&page, name, listed, caching)))
    }
}

fn uri(registered: &Arc<RegisteredResource>) -> &str {
    &registered.resource.uri
}
