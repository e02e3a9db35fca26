use std::any::{Any, TypeId, type_name};
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use crate::tool::ToolResult;
use crate::tool::arguments::Arguments;
use crate::tool::output::Output;

/// Lends what the runtime owns for the time of a call: shared state, and the call's context.
pub(crate) trait Lend: Send + Sync {
    /// The value of that type, where there is one.
    fn lend(&self, type_id: TypeId) -> Option<&(dyn Any + Send + Sync)>;
}

/// One call of a tool, as the generated code sees it.
#[derive(Clone)]
pub struct Call {
    lender: Arc<dyn Lend>,
}

impl Call {
    pub(crate) fn new(lender: Arc<dyn Lend>) -> Self {
        Self { lender }
    }

    /// Lends a value of the type.
    ///
    /// # Panics
    ///
    /// Where nothing of the type is there: `build()` refuses to start a server with such a tool.
    #[must_use]
    pub fn lend<T: Lent>(&self) -> &T {
        self.find(TypeId::of::<T>()).and_then(|value| value.downcast_ref()).unwrap_or_else(|| {
            panic!("nothing of type `{}` is registered with `.state(..)`", type_name::<T>())
        })
    }

    /// The value of that type, where there is one.
    pub(crate) fn find(&self, type_id: TypeId) -> Option<&(dyn Any + Send + Sync)> {
        self.lender.lend(type_id)
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call").finish_non_exhaustive()
    }
}

/// What can be lent to a tool: the context of the call, or state registered with `.state(..)`.
#[diagnostic::on_unimplemented(
    message = "a tool cannot borrow `{Self}`",
    label = "cannot be lent to a tool",
    note = "a parameter `&T` is lent by the runtime: the context `&Ctx`, or state registered with `.state(..)`, which is `Send + Sync + 'static`",
    note = "to have the client send it, take it by value: `String` rather than `&str`, `Vec<T>` rather than `&[T]`"
)]
pub trait Lent: Send + Sync + 'static {}

impl<T: Send + Sync + 'static> Lent for T {}

/// A parameter that the runtime lends.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Loan {
    pub(crate) parameter: &'static str,
    pub(crate) type_id: TypeId,
    pub(crate) type_name: &'static str,
}

impl Loan {
    pub(crate) fn of<T: Lent>(parameter: &'static str) -> Self {
        Self { parameter, type_id: TypeId::of::<T>(), type_name: type_name::<T>() }
    }
}

/// The work of a function, once its arguments are there.
pub enum Work<T = ToolResult> {
    /// The arguments are no good; [`Arguments`] knows why.
    Refused,
    /// Done already: the function ran inline.
    Done(Output<T>),
    /// To be run on the blocking pool.
    Blocking(Box<dyn FnOnce() -> Output<T> + Send>),
    /// To be polled.
    Future(Pin<Box<dyn Future<Output = Output<T>> + Send>>),
}

impl<T> Work<T> {
    /// Work to be polled.
    pub fn future(future: impl Future<Output = Output<T>> + Send + 'static) -> Self {
        Self::Future(Box::pin(future))
    }

    /// Work for the blocking pool.
    pub fn blocking(work: impl FnOnce() -> Output<T> + Send + 'static) -> Self {
        Self::Blocking(Box::new(work))
    }
}

impl<T> fmt::Debug for Work<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Refused => "Refused",
            Self::Done(_) => "Done",
            Self::Blocking(_) => "Blocking",
            Self::Future(_) => "Future",
        })
    }
}

/// Takes the arguments and starts the function.
pub(crate) type Start = fn(Call, &mut Arguments<'_>) -> Work;
