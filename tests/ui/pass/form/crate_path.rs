//! A crate that re-exports the runtime.
#![allow(dead_code)]

mod toolkit {
    pub mod mcp {
        pub use nanohub_mcp::*;
    }
}

mod nanohub_mcp_is_not_named {
    use crate::toolkit::mcp::{ElicitChoice, ElicitForm};

    #[derive(ElicitChoice)]
    #[choice(crate = crate::toolkit::mcp)]
    enum Queue {
        Standby,
    }

    #[derive(ElicitForm)]
    #[form(crate = crate::toolkit::mcp)]
    struct Submit {
        queue: Queue,
        #[form(choices = dynamic)]
        node: String,
    }
}

fn main() {}
