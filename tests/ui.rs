//! What compiles, and what a mistake looks like: one file for each.
//!
//! To write the `.stderr` of a new case: `TRYBUILD=overwrite cargo test --test ui`. Then read it: could a
//! newcomer fix the code from its first three lines? One case alone: `-- ui trybuild=name.rs`.

#[rustversion::attr(not(stable(1.95)), ignore = "compiler messages differ")]
#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass/*/*.rs");
    cases.compile_fail("tests/ui/fail/*/*.rs");
}

/// The lints of clippy do not reach the cases above, but a module of this crate.
#[path = "ui/pass/tool/quiet.rs"]
mod quiet;

#[test]
fn quiet() {
    quiet::main();
}
