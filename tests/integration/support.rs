//! A client for tests: it speaks JSON-RPC and keeps to no rules of its own.

pub mod client;
pub mod events;
pub mod gate;
pub mod http;
pub mod lines;
pub mod rounds;
pub mod script;

use std::path::PathBuf;
use std::process::Command;
use std::sync::Once;

/// The program of an example. `cargo test` builds all of them; a test that is run by itself has them built.
pub fn example(name: &str) -> PathBuf {
    static BUILT: Once = Once::new();
    BUILT.call_once(|| {
        let built = Command::new(env!("CARGO")).args(["build", "--quiet", "--examples"]).status();
        assert!(built.is_ok_and(|status| status.success()), "the examples do not build");
    });
    // Test programs live in `deps`, beside `examples`.
    let test = std::env::current_exe().expect("a test is a program");
    let target = test.parent().and_then(|deps| deps.parent()).expect("a test lives in `deps`");
    target.join("examples").join(name)
}
