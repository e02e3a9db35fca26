use crate::__private::ResourceFn;
use crate::resource::Resource;

/// Lists resources, for [`ServerBuilder::resources`](crate::ServerBuilder::resources).
///
/// Takes the paths of functions that carry [`#[resource]`](crate::resource); one can be under `#[cfg(..)]`.
/// Gives a `Vec<Resource>`, in the order of the list.
///
/// ```
/// use nanohub_mcp::{resource, resources};
///
/// /// What can be simulated.
/// #[resource("catalogue://models", mime_type = "text/plain")]
/// fn models() -> &'static str {
///     "diffusion1d"
/// }
///
/// assert_eq!(resources![models][0].uri(), "catalogue://models");
/// ```
#[macro_export]
macro_rules! resources {
    ($($(#[$attribute:meta])* $resource:ty),* $(,)?) => {
        $crate::__private::resources(&[
            $($(#[$attribute])* $crate::__private::resource::<$resource>,)*
        ])
    };
}

/// One resource of a list; rustc points at a type that is none.
pub fn resource<T: ResourceFn>() -> Resource {
    T::resource()
}

/// What `resources!` gives.
#[must_use]
pub fn resources(resources: &[fn() -> Resource]) -> Vec<Resource> {
    resources.iter().map(|resource| resource()).collect()
}
