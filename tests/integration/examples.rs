//! What the examples promise.

#[test]
fn three_tools_fit_on_a_screen() {
    let source = include_str!("../../examples/three_tools.rs");
    let lines = source.lines().filter(|line| !line.trim().is_empty()).count();
    assert!(lines <= 60, "{lines} lines");
}
