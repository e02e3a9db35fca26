//! One test for every case of schemas (S01 to S29 in `cases.md`).

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::schema::SchemaSettings;
use crate::schema::audit::audit_input;
use crate::tool::argument::ToolArgument;
use crate::tool::call::Work;
use crate::tool::definition::{Argument, Source, Tool};
use crate::tool::inputs::Inputs;

pub(in crate::tool) fn tool() -> Tool {
    let source = Source { function: "demo::tool", file: "demo.rs", line: 1 };
    Tool::new("tool", "A tool.", source, |_, _| Work::Refused)
}

pub(in crate::tool) fn with(arguments: impl IntoIterator<Item = Argument>) -> Tool {
    arguments.into_iter().fold(tool(), Tool::argument)
}

pub(in crate::tool) fn compiled(tool: &Tool) -> Inputs {
    let inputs = Inputs::compile(tool, &SchemaSettings::default()).expect("the tool is good");
    if tool.input_schema.is_none() {
        assert_eq!(audit_input(inputs.schema()), [""; 0], "{:#}", inputs.schema());
    }
    inputs
}

fn problems(tool: &Tool) -> String {
    Inputs::compile(tool, &SchemaSettings::default()).expect_err("the tool is no good").join("\n")
}

/// The schema of one argument of that type.
fn property<T: ToolArgument>() -> Value {
    compiled(&with([T::describe("x")])).schema()["properties"]["x"].clone()
}

#[test]
fn s01_no_arguments() {
    let expected = r#"{"type":"object","properties":{},"additionalProperties":false}"#;
    assert_eq!(compiled(&tool()).schema().to_string(), expected);
}

#[test]
fn s02_boolean_schemas_become_objects() {
    #[derive(Deserialize, JsonSchema)]
    struct Inner {
        _v: Value,
        _o: Option<Value>,
    }
    assert_eq!(property::<Value>(), json!({}));
    assert_eq!(property::<Option<Value>>(), json!({}));
    assert_eq!(property::<Vec<Value>>(), json!({"type": "array", "items": {}}));
    assert_eq!(property::<Inner>()["properties"], json!({"_v": {}, "_o": {}}));
    let tool = with([Value::describe("v"), Option::<Value>::describe("o")]);
    assert_eq!(compiled(&tool).schema()["required"], json!(["v"]));
}

#[test]
fn s04_formats_of_numbers_are_dropped() {
    assert_eq!(property::<u8>(), json!({"type": "integer", "minimum": 0, "maximum": 255}));
    assert_eq!(property::<u16>(), json!({"type": "integer", "minimum": 0, "maximum": 65535}));
    for unsigned in [property::<u32>(), property::<u64>(), property::<usize>(), property::<u128>()] {
        assert_eq!(unsigned, json!({"type": "integer", "minimum": 0}));
    }
    assert_eq!(property::<i32>(), json!({"type": "integer"}));
    assert_eq!(property::<i64>(), json!({"type": "integer"}));
    assert_eq!(property::<f32>(), json!({"type": "number"}));
    assert_eq!(property::<f64>(), json!({"type": "number"}));
    assert_eq!(property::<std::net::IpAddr>(), json!({"type": "string"}));
    assert_eq!(property::<std::net::Ipv4Addr>(), json!({"type": "string", "format": "ipv4"}));
}

#[test]
fn s05_no_bound_is_beyond_what_every_parser_keeps() {
    let tool = with([
        u64::describe("a").minimum(1_u64).maximum(u64::MAX),
        i64::describe("b").minimum(i64::MIN).maximum(9_007_199_254_740_991_i64),
        u64::describe("c").default(u64::MAX.to_string()),
    ]);
    let schema = compiled(&tool).schema().clone();
    assert_eq!(schema["properties"]["a"], json!({"type": "integer", "minimum": 1}));
    assert_eq!(schema["properties"]["b"], json!({"type": "integer", "maximum": 9_007_199_254_740_991_i64}));
    assert_eq!(schema["properties"]["c"], json!({"type": "integer", "minimum": 0}));
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Level {
    Low,
    High,
}

#[test]
fn s07_references_are_inlined() {
    #[derive(Deserialize, JsonSchema)]
    struct Item {
        _kind: Level,
        _other: Option<Level>,
    }
    let level = json!({"type": "string", "enum": ["low", "high"]});
    assert_eq!(
        property::<Vec<Item>>(),
        json!({"type": "array", "items": {
            "type": "object",
            "properties": {"_kind": level, "_other": level},
            "required": ["_kind"],
            "additionalProperties": false
        }})
    );
}

#[derive(Deserialize, JsonSchema)]
struct Node {
    _name: String,
    _level: Level,
    _children: Vec<Node>,
}

#[derive(Deserialize, JsonSchema)]
enum Expr {
    _Lit(#[allow(dead_code)] i64),
    _Neg(#[allow(dead_code)] Box<Expr>),
}

#[test]
fn s08_recursive_types_stay_definitions() {
    let node = compiled(&with([Node::describe("x")])).schema().clone();
    let definitions = node["$defs"].as_object().expect("definitions");
    assert_eq!(definitions.keys().collect::<Vec<_>>(), ["Node"]);
    assert_eq!(
        node["$defs"]["Node"]["properties"]["_level"],
        json!({"type": "string", "enum": ["low", "high"]})
    );
    assert_eq!(node["$defs"]["Node"]["properties"]["_children"]["items"], json!({"$ref": "#/$defs/Node"}));
    assert!(node.to_string().len() < 1500);
    assert_eq!(
        compiled(&with([Expr::describe("x")])).schema()["$defs"].as_object().map(serde_json::Map::len),
        Some(1)
    );
}

#[test]
fn s10_options_show_no_null() {
    let tool = with([Option::<Vec<String>>::describe("opt")]);
    let expected = json!({
        "type": "object",
        "properties": {"opt": {"type": "array", "items": {"type": "string"}}},
        "additionalProperties": false
    });
    assert_eq!(*compiled(&tool).schema(), expected);
    assert_eq!(property::<Vec<Option<i64>>>(), json!({"type": "array", "items": {"type": "integer"}}));
}

#[test]
fn s11_options_of_enums_and_structs_are_the_plain_thing() {
    #[derive(Deserialize, JsonSchema)]
    struct Opts {
        #[serde(default)]
        _n: Option<i32>,
        _again: Option<Box<Opts>>,
    }
    assert_eq!(property::<Option<Level>>(), json!({"type": "string", "enum": ["low", "high"]}));
    let opts = property::<Option<Opts>>();
    assert_eq!(opts["properties"], json!({"_n": {"type": "integer"}, "_again": {"$ref": "#/$defs/Opts"}}));
    assert_eq!(opts["type"], "object");
}

#[test]
fn s13_documented_variants_are_one_list() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    enum Prio {
        /// soon
        High,
        /// later
        Low,
    }
    #[derive(Deserialize, JsonSchema)]
    struct Job {
        /// When it runs.
        _prio: Prio,
    }
    let notes = "- `high`: soon\n- `low`: later";
    assert_eq!(property::<Prio>(), json!({"type": "string", "enum": ["high", "low"], "description": notes}));
    assert_eq!(
        property::<Option<Prio>>(),
        json!({"type": "string", "enum": ["high", "low"], "description": notes})
    );
    let both = format!("When it runs.\n\n{notes}");
    assert_eq!(property::<Job>()["properties"]["_prio"]["description"], both);
    let tool = with([Prio::describe("x").doc("When it runs.")]);
    assert_eq!(compiled(&tool).schema()["properties"]["x"]["description"], both);
}

#[test]
fn s14_tuples_have_no_places() {
    assert_eq!(
        property::<(f64, f64)>(),
        json!({"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2})
    );
    assert_eq!(
        property::<(f64, String)>(),
        json!({
            "type": "array",
            "items": {"anyOf": [{"type": "number"}, {"type": "string"}]},
            "minItems": 2,
            "maxItems": 2
        })
    );
}

#[derive(Deserialize, JsonSchema)]
struct Paging {
    _limit: Option<u32>,
    _offset: Option<u32>,
}

#[test]
fn s16_flattened_fields_are_properties() {
    #[derive(Deserialize, JsonSchema)]
    struct Query {
        _q: String,
        #[serde(flatten)]
        _page: Paging,
    }
    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "kind")]
    enum Tagged {
        _A { _x: u32 },
        _B(#[allow(dead_code)] Paging),
    }
    #[derive(Deserialize, JsonSchema)]
    struct Both {
        _q: String,
        #[serde(flatten)]
        _tagged: Tagged,
        #[serde(flatten)]
        _target: Target,
    }
    #[derive(Deserialize, JsonSchema)]
    struct Open {
        _q: String,
        #[serde(flatten)]
        _rest: HashMap<String, u32>,
    }
    let integer = json!({"type": "integer", "minimum": 0});
    assert_eq!(
        property::<Query>(),
        json!({
            "type": "object",
            "properties": {"_q": {"type": "string"}, "_limit": integer, "_offset": integer},
            "required": ["_q"],
            "additionalProperties": false
        })
    );
    let union = property::<Both>();
    assert_eq!(union["anyOf"].as_array().map(Vec::len), Some(4), "{union}");
    for branch in union["anyOf"].as_array().into_iter().flatten() {
        assert!(branch["properties"]["_q"].is_object(), "{branch}");
        assert_eq!(branch["additionalProperties"], false);
    }
    assert_eq!(property::<Open>()["additionalProperties"], integer);
}

#[test]
fn s17_serde_attributes_are_followed() {
    fn ten() -> u32 {
        10
    }
    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "camelCase")]
    struct Attributes {
        #[serde(default = "ten")]
        _n: u32,
        #[serde(skip)]
        _s: String,
        max_items: u8,
        #[serde(rename = "ID")]
        id: u8,
        #[serde(alias = "file")]
        path: String,
        #[serde(skip_deserializing)]
        _out: u8,
    }
    let schema = property::<Attributes>();
    let names: Vec<_> = schema["properties"].as_object().expect("properties").keys().collect();
    assert_eq!(names, ["n", "maxItems", "ID", "path"]);
    assert_eq!(schema["properties"]["n"]["default"], 10);
    assert_eq!(schema["required"], json!(["maxItems", "ID", "path"]));
    let _ = |a: Attributes| (a.max_items, a.id, a.path);
}

#[test]
fn s28_arrays_have_items() {
    assert_eq!(property::<VecDeque<Value>>(), json!({"type": "array", "items": {}}));
    assert_eq!(
        property::<HashSet<String>>(),
        json!({"type": "array", "uniqueItems": true, "items": {"type": "string"}})
    );
    assert_eq!(
        property::<[bool; 3]>(),
        json!({"type": "array", "items": {"type": "boolean"}, "minItems": 3, "maxItems": 3})
    );
    assert_eq!(property::<Vec<Vec<u8>>>()["items"]["items"]["maximum"], 255);
    assert_eq!(property::<Cow<'static, [i64]>>(), json!({"type": "array", "items": {"type": "integer"}}));
}

#[test]
fn s29_maps_stay_open() {
    let integer = json!({"type": "integer", "minimum": 0});
    assert_eq!(
        property::<HashMap<String, u32>>(),
        json!({"type": "object", "additionalProperties": integer})
    );
    assert_eq!(
        property::<BTreeMap<u32, String>>(),
        json!({"type": "object", "additionalProperties": {"type": "string"}})
    );
    assert_eq!(property::<HashMap<String, Value>>(), json!({"type": "object", "additionalProperties": true}));
}

#[test]
fn fields_named_like_keywords_are_left_alone() {
    #[derive(Deserialize, JsonSchema)]
    struct Words {
        #[serde(rename = "type")]
        _a: String,
        #[serde(rename = "$ref")]
        _b: u32,
        #[serde(rename = "items")]
        _c: Option<Value>,
        #[serde(rename = "enum")]
        _d: String,
        #[serde(rename = "properties")]
        _e: String,
        #[serde(rename = "oneOf")]
        _f: Vec<u8>,
        #[serde(rename = "title")]
        _g: String,
        #[serde(rename = "const")]
        _h: String,
        #[serde(rename = "format")]
        _i: f64,
    }
    let schema = property::<Words>();
    let names: Vec<_> = schema["properties"].as_object().expect("properties").keys().collect();
    assert_eq!(names, ["type", "$ref", "items", "enum", "properties", "oneOf", "title", "const", "format"]);
    assert_eq!(schema["properties"]["format"], json!({"type": "number"}));
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Target {
    _ById { _id: u32 },
    _BySlug { _slug: String },
}

#[test]
fn unions_keep_their_shapes() {
    #[derive(Deserialize, JsonSchema)]
    enum Mixed {
        /// none at all
        _None,
        _Any,
        _Some(#[allow(dead_code)] u8),
        _Many {
            _a: Vec<u8>,
        },
    }
    let union = property::<Mixed>();
    assert_eq!(union["anyOf"][0]["enum"].as_array().map(Vec::len), Some(2), "{union}");
    assert_eq!(union["anyOf"].as_array().map(Vec::len), Some(3));
    assert_eq!(property::<Option<Target>>()["anyOf"].as_array().map(Vec::len), Some(2));
}

#[test]
fn what_the_author_wrote_is_in_the_property() {
    let tool = with([
        i64::describe("a").doc("First.").title("A").minimum(1).below(10),
        Option::<String>::describe("s").min_len(1).max_len(5).pattern("^a").example("\"ab\"".into()),
        Vec::<u8>::describe("l").min_len(1).default("[1]".into()),
        String::describe("h").header("X-H"),
        HashMap::<String, u8>::describe("m").max_len(3),
    ]);
    let schema = compiled(&tool).schema().clone();
    let properties = &schema["properties"];
    assert_eq!(
        properties["a"],
        json!({"type": "integer", "title": "A", "description": "First.", "minimum": 1, "exclusiveMaximum": 10})
    );
    assert_eq!(
        properties["s"],
        json!({"type": "string", "minLength": 1, "maxLength": 5, "pattern": "^a", "examples": ["ab"]})
    );
    assert_eq!(properties["l"]["minItems"], 1);
    assert_eq!(properties["l"]["default"], json!([1]));
    assert_eq!(properties["h"]["x-mcp-header"], "X-H");
    assert_eq!(properties["m"]["maxProperties"], 3);
    assert_eq!(schema["required"], json!(["a", "h", "m"]));
}

#[test]
fn mistakes_of_the_author_are_said_all_at_once() {
    let said = problems(&with([
        String::describe("a").minimum(1),
        i64::describe("b").min_len(1),
        String::describe("c").pattern("("),
        i64::describe("d").minimum(1).maximum(5).default("9".into()),
        i64::describe("e").minimum(5).maximum(1),
        Vec::<u8>::describe("f").header("X"),
        i64::describe("g").example("\"x\"".into()),
        i64::describe("h").pattern("x"),
        Value::describe("i").default("nonsense".into()),
    ]));
    for expected in [
        "parameter `a`: `range` is for integers and floats",
        "parameter `b`: `len` is for strings",
        "parameter `c`: the `pattern` is no regular expression",
        "parameter `d`: the default is refused: must be an integer from 1 to 5",
        "parameter `e`: the `range` is empty",
        "parameter `f`: a header repeats",
        "parameter `g`: the example is refused: must be an integer",
        "parameter `h`: `pattern` is for strings",
        "parameter `i`: the default is no JSON",
    ] {
        assert!(said.contains(expected), "{expected} in {said}");
    }
}

#[test]
fn handwritten_schemas_are_published_untouched_or_refused() {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "T",
        "type": "object",
        "properties": {"a": {"type": ["integer", "null"], "format": "int32"}},
        "oneOf": [{}]
    });
    let tool = with([i64::describe("a")]);
    assert_eq!(*compiled(&tool.clone().input_schema(schema.clone())).schema(), schema);

    for (bad, expected) in [
        (json!({"properties": {}}), "\"type\": \"object\""),
        (json!({"type": "object", "properties": {}, "additionalProperties": false}), "`a` is not in"),
        (json!({"type": "object", "properties": {"a": {"$ref": "https://example.com/a.json"}}}), "not valid"),
        (json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/nowhere"}}}), "not valid"),
        (json!({"type": "object", "properties": {"a": {"type": "int"}}}), "not valid"),
    ] {
        let said = problems(&tool.clone().input_schema(bad));
        assert!(said.contains(expected), "{expected} in {said}");
    }
    let said = problems(&with([i64::describe("a").minimum(1)]).input_schema(json!({"type": "object"})));
    assert!(said.contains("`range` belongs into"), "{said}");
}

#[test]
fn portability_can_be_switched_off() {
    let settings = SchemaSettings { portable: false, ..SchemaSettings::default() };
    let tool = with([Option::<Level>::describe("x").doc("Doc.")]);
    let inputs = Inputs::compile(&tool, &settings).expect("compiles");
    assert_eq!(
        *inputs.schema(),
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {"x": {"anyOf": [{"$ref": "#/$defs/Level"}, {"type": "null"}], "description": "Doc."}},
            "additionalProperties": false,
            "$defs": {"Level": {"type": "string", "enum": ["low", "high"]}}
        })
    );
}
