use std::collections::HashMap;
use std::sync::Arc;

use crate::ctx::state::States;
use crate::resource::Resource;
use crate::resource::template::Template;
use crate::resource::uri::{LONGEST, forms};
use crate::server::builder::check_lent;
use crate::text::parameter::Parameter;

/// A resource that was checked.
#[derive(Debug)]
pub(crate) struct RegisteredResource {
    pub(crate) resource: Resource,
    /// `None` where the URI is one.
    pub(crate) template: Option<Template>,
    /// For every variable of the function, its place in the template.
    places: Vec<usize>,
    /// Whether it borrows the context of its call.
    pub(crate) has_context: bool,
}

impl RegisteredResource {
    /// Checks one resource; the faults are all there are of it.
    pub(crate) fn new(resource: Resource, states: &States) -> Result<Self, Vec<String>> {
        let mut faults = Vec::new();
        let has_context = check_lent(&resource.lent, states, &mut faults);
        let uri = &*resource.uri;
        let scheme = uri.split_once(':').map_or("", |(scheme, _)| scheme);
        let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
        if !is_scheme || uri.len() > LONGEST || uri.contains(char::is_whitespace) {
            faults.push("its URI is not one: it begins with a scheme, such as `demo://`".into());
        }
        let template = Template::parse(uri).map_err(|fault| faults.push(format!("its URI: {fault}"))).ok();
        let names: Vec<&str> = template.iter().flat_map(Template::names).collect();
        let place = |name: &str| names.iter().position(|other| *other == name);
        let places: Vec<usize> =
            resource.variables.iter().filter_map(|variable| place(variable.name)).collect();
        if places.len() != names.len() {
            faults.push("it does not take every variable of its URI".into());
        }
        if faults.is_empty() {
            let template = template.filter(|template| template.names().next().is_some());
            return Ok(Self { resource, template, places, has_context });
        }
        let subject = format!("resource `{}`, {}", resource.uri, resource.source);
        Err(faults.into_iter().map(|fault| format!("{subject}: {fault}")).collect())
    }

    /// What no two resources share.
    fn identity(&self) -> String {
        self.template.as_ref().map_or_else(|| self.resource.uri.to_string(), Template::shape)
    }
}

/// The resources of a server, in the order in which they were added.
#[derive(Debug, Default)]
pub(crate) struct ResourceCatalogue {
    /// Whether there are or have been any: what was announced stays.
    offered: bool,
    exact: Vec<Arc<RegisteredResource>>,
    by_uri: HashMap<String, usize>,
    templates: Vec<Arc<RegisteredResource>>,
    /// The templates again, those with the most literal text first.
    by_length: Vec<Arc<RegisteredResource>>,
}

/// A resource that a URI leads to.
pub(crate) struct Found {
    pub(crate) registered: Arc<RegisteredResource>,
    /// Of the variables, in the function's order.
    pub(crate) values: Vec<String>,
    /// The URI as the server has it, without what gateways added.
    pub(crate) uri: String,
}

impl ResourceCatalogue {
    /// Puts resources together, or says which two are one.
    pub(crate) fn new(resources: Vec<Arc<RegisteredResource>>, offered: bool) -> Result<Self, Vec<String>> {
        let mut seen: HashMap<String, Arc<RegisteredResource>> = HashMap::new();
        let mut problems = Vec::new();
        let mut catalogue = Self { offered: offered || !resources.is_empty(), ..Self::default() };
        for registered in resources {
            if let Some(first) = seen.insert(registered.identity(), Arc::clone(&registered)) {
                problems.push(format!(
                    "two resources have the URI `{}`: {} and {}",
                    registered.resource.uri, first.resource.source, registered.resource.source
                ));
                continue;
            }
            if registered.template.is_some() {
                catalogue.templates.push(registered);
            } else {
                catalogue.by_uri.insert(registered.resource.uri.to_string(), catalogue.exact.len());
                catalogue.exact.push(registered);
            }
        }
        catalogue.by_length.clone_from(&catalogue.templates);
        let literal = |registered: &Arc<RegisteredResource>| {
            registered.template.as_ref().map_or(0, Template::literal_len)
        };
        catalogue.by_length.sort_by_key(|registered| std::cmp::Reverse(literal(registered)));
        if problems.is_empty() { Ok(catalogue) } else { Err(problems) }
    }

    pub(crate) fn exact(&self) -> &[Arc<RegisteredResource>] {
        &self.exact
    }

    pub(crate) fn templates(&self) -> &[Arc<RegisteredResource>] {
        &self.templates
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &Arc<RegisteredResource>> {
        self.exact.iter().chain(&self.templates)
    }

    pub(crate) fn is_offered(&self) -> bool {
        self.offered
    }

    /// Whether any of it can be completed.
    pub(crate) fn completes(&self) -> bool {
        self.templates.iter().any(|registered| {
            registered.resource.variables.iter().any(|variable| variable.completer.is_some())
        })
    }

    /// The resource of a URI, however a gateway wrote that.
    pub(crate) fn find(&self, uri: &str) -> Option<Found> {
        forms(uri).into_iter().find_map(|form| self.find_form(&form))
    }

    fn find_form(&self, uri: &str) -> Option<Found> {
        if let Some(index) = self.by_uri.get(uri) {
            let registered = Arc::clone(&self.exact[*index]);
            return Some(Found { registered, values: Vec::new(), uri: uri.to_owned() });
        }
        self.by_length.iter().find_map(|registered| {
            let values = registered.template.as_ref()?.matches(uri)?;
            let values = registered.places.iter().map(|place| values[*place].clone()).collect();
            Some(Found { registered: Arc::clone(registered), values, uri: uri.to_owned() })
        })
    }

    /// A variable of the function behind a template.
    pub(crate) fn variable(&self, template: &str, name: &str) -> Option<&Parameter> {
        let registered = self.templates.iter().find(|registered| registered.resource.uri == template)?;
        registered.resource.variables.iter().find(|variable| variable.name == name)
    }
}
