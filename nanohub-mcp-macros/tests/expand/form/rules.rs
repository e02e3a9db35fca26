#[automatically_derived]
#[allow(deprecated, clippy::redundant_closure)]
impl crate::mcp::ElicitForm for Run {
    fn form() -> &'static ::std::sync::Arc<crate::mcp::__private::Form> {
        static __FORM: crate::mcp::__private::FormCell = crate::mcp::__private::FormCell::new();
        __FORM
            .get_or_init(|| {
                crate::mcp::__private::Form::new("run")
                    .field(
                        <f64 as crate::mcp::ElicitField>::declare("share")
                            .range(0.0..=1.0)
                            .validate(|value| checks::share(value))
                            .default(1.0),
                    )
                    .field(
                        <Option<String> as crate::mcp::ElicitField>::declare("contact")
                            .len(1..=80)
                            .format(crate::mcp::__private::Format::Email)
                            .pattern("example.org$"),
                    )
                    .field(
                        <Vec<Queue> as crate::mcp::ElicitField>::declare("queueNames")
                            .items(1..),
                    )
                    .field(
                        <Queue as crate::mcp::ElicitField>::declare("in").enum_names(),
                    )
                    .field(
                        <String as crate::mcp::__private::DynamicField>::declare("node"),
                    )
                    .shared()
            })
    }
    fn decode(answer: &crate::mcp::__private::Answer) -> ::core::option::Option<Self> {
        ::core::option::Option::Some(Self {
            share: <f64 as crate::mcp::ElicitField>::take(answer, "share")?,
            contact: <Option<
                String,
            > as crate::mcp::ElicitField>::take(answer, "contact")?,
            queues: <Vec<Queue> as crate::mcp::ElicitField>::take(answer, "queueNames")?,
            r#in: <Queue as crate::mcp::ElicitField>::take(answer, "in")?,
            node: <String as crate::mcp::__private::DynamicField>::take(answer, "node")?,
        })
    }
    fn encode(&self) -> crate::mcp::__private::Answer {
        let mut answer = crate::mcp::__private::Answer::new();
        <f64 as crate::mcp::ElicitField>::put(&self.share, &mut answer, "share");
        <Option<
            String,
        > as crate::mcp::ElicitField>::put(&self.contact, &mut answer, "contact");
        <Vec<
            Queue,
        > as crate::mcp::ElicitField>::put(&self.queues, &mut answer, "queueNames");
        <Queue as crate::mcp::ElicitField>::put(&self.r#in, &mut answer, "in");
        <String as crate::mcp::__private::DynamicField>::put(
            &self.node,
            &mut answer,
            "node",
        );
        answer
    }
}
impl Run {
    ///Names the field `node`, to give it its choices.
    pub const NODE: crate::mcp::FormField<Self> = crate::mcp::FormField::new("node");
}
