#[automatically_derived]
#[allow(deprecated, clippy::redundant_closure)]
impl ::nanohub_mcp::ElicitForm for Submit {
    fn form() -> &'static ::std::sync::Arc<::nanohub_mcp::__private::Form> {
        static __FORM: ::nanohub_mcp::__private::FormCell = ::nanohub_mcp::__private::FormCell::new();
        __FORM
            .get_or_init(|| {
                ::nanohub_mcp::__private::Form::new("submit")
                    .field(
                        <Queue as ::nanohub_mcp::ElicitField>::declare("queue")
                            .doc("Queue to submit to.")
                            .default_from(Queue::Standby)
                            .required(),
                    )
                    .field(
                        <bool as ::nanohub_mcp::ElicitField>::declare("notify")
                            .title("Notify me")
                            .default_from(true),
                    )
                    .shared()
            })
    }
    fn decode(
        answer: &::nanohub_mcp::__private::Answer,
    ) -> ::core::option::Option<Self> {
        #[allow(unused_imports)]
        use ::nanohub_mcp::__private::NoField as _;
        ::core::option::Option::Some(Self {
            queue: ::nanohub_mcp::__private::Place::<Queue>::take(answer, "queue")?,
            notify: ::nanohub_mcp::__private::Place::<bool>::take(answer, "notify")?,
        })
    }
    fn encode(&self) -> ::nanohub_mcp::__private::Answer {
        #[allow(unused_imports)]
        use ::nanohub_mcp::__private::NoField as _;
        let mut answer = ::nanohub_mcp::__private::Answer::new();
        ::nanohub_mcp::__private::Place::<Queue>::put(&self.queue, &mut answer, "queue");
        ::nanohub_mcp::__private::Place::<
            bool,
        >::put(&self.notify, &mut answer, "notify");
        answer
    }
}
