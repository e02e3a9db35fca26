#[automatically_derived]
#[allow(deprecated)]
impl ::nanohub_mcp::ElicitChoice for Queue {
    const CHOICES: &'static [(
        &'static ::core::primitive::str,
        ::core::option::Option<&'static ::core::primitive::str>,
    )] = &[
        ("standby", ::core::option::Option::None),
        ("the-long-one", ::core::option::Option::Some("Long queue")),
    ];
    fn value(&self) -> &'static ::core::primitive::str {
        match self {
            Self::Standby => "standby",
            Self::Long => "the-long-one",
        }
    }
    fn from_value(value: &::core::primitive::str) -> ::core::option::Option<Self> {
        match value {
            "standby" => ::core::option::Option::Some(Self::Standby),
            "the-long-one" => ::core::option::Option::Some(Self::Long),
            _ => ::core::option::Option::None,
        }
    }
}
#[automatically_derived]
impl ::nanohub_mcp::ElicitField for Queue {
    type Value = Self;
    fn declare(
        name: &'static ::core::primitive::str,
    ) -> ::nanohub_mcp::__private::Declared<Self> {
        ::nanohub_mcp::__private::Declared::choice(name)
    }
    fn take(
        answer: &::nanohub_mcp::__private::Answer,
        name: &::core::primitive::str,
    ) -> ::core::option::Option<Self> {
        ::nanohub_mcp::__private::take(answer, name)
    }
    fn put(
        &self,
        answer: &mut ::nanohub_mcp::__private::Answer,
        name: &::core::primitive::str,
    ) {
        ::nanohub_mcp::__private::put(self, answer, name);
    }
}
