//! Tools that a `macro_rules!` writes.
#![deny(warnings)]

use nanohub_mcp::{Tool, tool, tools};

macro_rules! binary {
    ($name:ident, $operator:tt, $doc:literal, $ty:ty, $default:expr) => {
        #[doc = $doc]
        #[tool(read_only, title = $doc)]
        fn $name(left: $ty, #[arg(default = $default, range = ..=1_000)] right: $ty) -> $ty {
            left $operator right
        }
    };
}

binary!(add, +, "Add two integers.", i64, 0);
binary!(multiply, *, "Multiply two numbers.", f64, 1.0);

macro_rules! whole {
    ($($item:item)*) => { $($item)* };
}

whole! {
    /// Negate an integer.
    #[tool]
    async fn negate(a: i64, state: &State) -> i64 {
        let State = state;
        -a
    }
}

pub struct State;

macro_rules! lent {
    ($name:ident: $state:ty) => {
        /// What is lent.
        #[tool(inline)]
        fn $name(state: &$state, scale: Option<$state>) {
            let _ = (state, scale);
        }
    };
}

lent!(count: i64);

fn main() {
    let tools = tools![add, multiply, negate, count];
    let names: Vec<_> = tools.iter().map(Tool::name).collect();
    assert_eq!(names, ["add", "multiply", "negate", "count"]);
    assert_eq!(add(2, 3), 5);
}
