::core::compile_error! {
    "a form must not ask for a secret, and `password` looks like one\nhelp: have the person enter it on a page of yours: `ctx.elicit_url(..)`\nhelp: if it is none, say `#[form(not_secret)]`"
}
::core::compile_error! {
    "choices that are known only at run time are text: take `String` or `Vec<String>`"
}
::core::compile_error! {
    "a field with a default is never missing: take its type without `Option`"
}
#[automatically_derived]
impl ::nanohub_mcp::ElicitForm for Login
where
    Self: ::core::marker::Send + 'static,
{
    fn form() -> &'static ::std::sync::Arc<::nanohub_mcp::__private::Form> {
        ::core::unreachable!()
    }
    fn decode(_: &::nanohub_mcp::__private::Answer) -> ::core::option::Option<Self> {
        ::core::unreachable!()
    }
    fn encode(&self) -> ::nanohub_mcp::__private::Answer {
        ::core::unreachable!()
    }
}
impl Login {
    ///Names the field `realm`, to give it its choices.
    const REALM: ::nanohub_mcp::FormField<Self> = ::nanohub_mcp::FormField::new("realm");
}
