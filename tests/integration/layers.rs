//! What may know what: the direction in which modules import each other.

use std::fs;
use std::path::{Path, PathBuf};

/// The layers from the ground up, and what of those below each may import.
///
/// `private` is what generated code names, `lib` what users name: they may name everything, and nothing
/// names them.
const LAYERS: [(&str, &[&str]); 21] = [
    ("random", &[]),
    ("percent", &[]),
    ("jsonrpc", &[]),
    ("protocol", &["jsonrpc"]),
    ("schema", &["protocol"]),
    ("tool", &["schema", "protocol", "random", "private"]),
    ("form", &["protocol", "schema"]),
    ("text", &["form", "schema", "tool"]),
    ("resource", &["text", "tool", "protocol", "percent", "private"]),
    ("prompt", &["text", "tool", "protocol", "private"]),
    ("ctx", &["elicit", "tool", "form", "protocol", "jsonrpc", "random"]),
    ("elicit", &["ctx", "tool", "form", "protocol", "jsonrpc", "random"]),
    ("session", &["ctx", "elicit", "protocol", "jsonrpc"]),
    ("stateless", &["ctx", "elicit", "protocol", "jsonrpc", "session"]),
    ("codec", &["ctx", "resource", "prompt", "text", "tool", "protocol", "jsonrpc", "server"]),
    (
        "server",
        &[
            "codec",
            "stateless",
            "session",
            "ctx",
            "elicit",
            "resource",
            "prompt",
            "text",
            "tool",
            "form",
            "schema",
            "protocol",
            "jsonrpc",
            "random",
        ],
    ),
    ("error", &["server"]),
    (
        "transport",
        &["server", "codec", "stateless", "session", "ctx", "protocol", "jsonrpc", "percent", "random"],
    ),
    ("cli", &["transport", "server", "codec", "schema", "tool", "protocol", "error"]),
    ("guide", &[]),
    ("private", &["form", "protocol", "resource", "prompt", "schema", "text", "tool"]),
];

#[test]
fn modules_import_what_is_below_them() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("nanohub-mcp/src");
    let mut faults = Vec::new();
    for file in files(&source) {
        let place = file.strip_prefix(&source).unwrap();
        let layer = place.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs");
        if layer == "lib" || layer == "docs" {
            continue;
        }
        let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == layer) else {
            faults.push(format!("{}: no layer has it", place.display()));
            continue;
        };
        let text = fs::read_to_string(&file).unwrap();
        // Tests may build whatever they need.
        let code = text.split("#[cfg(test)]").next().unwrap();
        let is_test = ["tests.rs", "sample.rs"].iter().any(|name| place.ends_with(name))
            || place.iter().any(|part| part == "tests");
        for line in code.lines().filter(|line| line.trim_start().starts_with("use crate::") && !is_test) {
            let path = line.trim_start().trim_start_matches("use crate::");
            let imported = path.split([':', ';', ' ', '{']).next().unwrap_or_default();
            // A type that lib.rs names, or the module itself.
            let is_module = LAYERS.iter().any(|(name, _)| *name == imported);
            if is_module && imported != layer && !allowed.contains(&imported) {
                faults.push(format!("{}: imports `{imported}`", place.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}
