use std::borrow::Cow;
use std::collections::HashSet;

/// An enum of which a person picks a variant: `#[derive(ElicitChoice)]` makes one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a choice that a form can offer",
    label = "not a choice",
    note = "a list in a form is a selection: `Vec` of an enum with `#[derive(ElicitChoice)]`",
    note = "where the choices are known only at run time, take `Vec<String>` with `#[form(choices = dynamic)]`"
)]
pub trait ElicitChoice: Sized + Send + 'static {
    /// All variants, in their order.
    #[doc(hidden)]
    const CHOICES: &'static [(&'static str, Option<&'static str>)];

    /// The value of a variant.
    #[doc(hidden)]
    fn value(&self) -> &'static str;

    /// The variant of a value.
    #[doc(hidden)]
    fn from_value(value: &str) -> Option<Self>;
}

/// One of the values that a person can pick.
///
/// Made of the value alone (`"a100"`), or of the value and what people read (`("a100", "NVIDIA A100")`).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Choice {
    pub(crate) value: Cow<'static, str>,
    pub(crate) title: Option<Cow<'static, str>>,
}

impl Choice {
    /// What people read.
    pub(crate) fn title(&self) -> &str {
        self.title.as_ref().unwrap_or(&self.value)
    }

    /// The choices that an enum declares.
    pub(crate) fn declared<E: ElicitChoice>() -> Vec<Self> {
        E::CHOICES
            .iter()
            .map(|&(value, title)| Self { value: value.into(), title: title.map(Cow::from) })
            .collect()
    }
}

impl From<&'static str> for Choice {
    fn from(value: &'static str) -> Self {
        Self { value: value.into(), title: None }
    }
}

impl From<String> for Choice {
    fn from(value: String) -> Self {
        Self { value: value.into(), title: None }
    }
}

impl From<&String> for Choice {
    fn from(value: &String) -> Self {
        value.clone().into()
    }
}

impl<V: Into<Cow<'static, str>>, T: Into<Cow<'static, str>>> From<(V, T)> for Choice {
    fn from((value, title): (V, T)) -> Self {
        Self { value: value.into(), title: Some(title.into()) }
    }
}

/// The choices without those whose value came before: a client could not tell them apart.
pub(crate) fn distinct<C: Into<Choice>>(choices: impl IntoIterator<Item = C>) -> Vec<Choice> {
    let mut seen = HashSet::new();
    choices.into_iter().map(Into::into).filter(|choice: &Choice| seen.insert(choice.value.clone())).collect()
}
