use std::fmt;
use std::marker::PhantomData;

use crate::prompt::Message;
use crate::protocol::{Audio, Content, EmbeddedResource, Image, ResourceLink};
use crate::tool::output::{Output, ToolFailure};

/// What a prompt may return.
///
/// | type | sent as |
/// |---|---|
/// | `String`, `&'static str` | one message of the person |
/// | [`Content`], [`Image`], [`Audio`], [`EmbeddedResource`], [`ResourceLink`] | the same |
/// | [`Message`], `Vec<Message>`, `[Message; N]` | these messages |
/// | `Result<T, E>` of one of these, with any `E: Display` | an error where it is `Err` |
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned from a prompt",
    label = "not the messages of a prompt",
    note = "return `String`, `Message`, `Vec<Message>`, or a `Result` of one of these"
)]
pub trait PromptOutput: Sized + 'static {
    #[doc(hidden)]
    fn into_messages(self) -> Vec<Message>;
}

macro_rules! content {
    ($($ty:ty),*) => {$(
        impl PromptOutput for $ty {
            fn into_messages(self) -> Vec<Message> {
                vec![Message::user(self)]
            }
        }
    )*};
}
content!(String, &'static str, Content, Image, Audio, EmbeddedResource, ResourceLink);

impl PromptOutput for Message {
    fn into_messages(self) -> Vec<Message> {
        vec![self]
    }
}

impl PromptOutput for Vec<Message> {
    fn into_messages(self) -> Vec<Message> {
        self
    }
}

impl<const N: usize> PromptOutput for [Message; N] {
    fn into_messages(self) -> Vec<Message> {
        self.into()
    }
}

/// Tells a `Result` from other return types, through any alias: the inherent function of
/// `Prompting<Result<T, E>>` is found before that of [`PlainPrompting`].
pub struct Prompting<R>(PhantomData<R>);

impl<T, E> Prompting<Result<T, E>> {
    /// Turns what the function returned into an output.
    pub fn finish(returned: Result<T, E>) -> Output<Vec<Message>>
    where
        T: PromptOutput,
        E: ToolFailure,
    {
        Output(returned.map(T::into_messages).map_err(ToolFailure::into_tool_error))
    }
}

/// Return types that are no `Result`: see [`Prompting`].
pub trait PlainPrompting<R> {
    /// Turns what the function returned into an output.
    fn finish(returned: R) -> Output<Vec<Message>>
    where
        R: PromptOutput,
    {
        Output(Ok(returned.into_messages()))
    }
}

impl<R> PlainPrompting<R> for Prompting<R> {}

impl<R> fmt::Debug for Prompting<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Prompting")
    }
}
