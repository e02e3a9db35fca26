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
        #[allow(unused_imports)]
        use crate::mcp::__private::NoField as _;
        ::core::option::Option::Some(Self {
            share: crate::mcp::__private::Place::<f64>::take(answer, "share")?,
            contact: crate::mcp::__private::Place::<
                Option<String>,
            >::take(answer, "contact")?,
            queues: crate::mcp::__private::Place::<
                Vec<Queue>,
            >::take(answer, "queueNames")?,
            r#in: crate::mcp::__private::Place::<Queue>::take(answer, "in")?,
            node: crate::mcp::__private::DynamicPlace::<String>::take(answer, "node")?,
        })
    }
    fn encode(&self) -> crate::mcp::__private::Answer {
        #[allow(unused_imports)]
        use crate::mcp::__private::NoField as _;
        let mut answer = crate::mcp::__private::Answer::new();
        crate::mcp::__private::Place::<f64>::put(&self.share, &mut answer, "share");
        crate::mcp::__private::Place::<
            Option<String>,
        >::put(&self.contact, &mut answer, "contact");
        crate::mcp::__private::Place::<
            Vec<Queue>,
        >::put(&self.queues, &mut answer, "queueNames");
        crate::mcp::__private::Place::<Queue>::put(&self.r#in, &mut answer, "in");
        crate::mcp::__private::DynamicPlace::<
            String,
        >::put(&self.node, &mut answer, "node");
        answer
    }
}
impl Run {
    ///Names the field `node`, to give it its choices.
    pub const NODE: crate::mcp::FormField<Self> = crate::mcp::FormField::new("node");
}
