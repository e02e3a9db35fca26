//! One test for every case of arguments (A01 to A07, and the calls of S10 to S29 in `cases.md`).

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::schema::SchemaSettings;
use crate::tool::argument::ToolArgument;
use crate::tool::definition::Argument;
use crate::tool::inputs::Inputs;
use crate::tool::inputs::tests::{compiled, tool, with};

/// What comes of a call: the argument, or what the model is told.
fn call<T: ToolArgument + 'static>(argument: Argument, json: &str) -> Result<T, String> {
    take(&compiled(&with([argument])), json)
}

fn take<T: ToolArgument>(inputs: &Inputs, json: &str) -> Result<T, String> {
    let raw = RawValue::from_string(json.to_owned()).expect("JSON");
    let mut arguments = inputs.accept(Some(&raw));
    let taken = T::take(&mut arguments, 0);
    if arguments.problems.is_empty()
        && let Some(taken) = taken
    {
        return Ok(taken);
    }
    Err(arguments.refusal("demo"))
}

/// The argument `x` as the type takes it.
fn x<T: ToolArgument + 'static>(json: &str) -> Result<T, String> {
    call(T::describe("x"), &format!(r#"{{"x":{json}}}"#))
}

#[track_caller]
fn refused<T: Debug>(result: Result<T, String>, expected: &[&str]) {
    let text = result.expect_err("should be refused");
    assert!(
        text.starts_with("The arguments of `demo` are not accepted, and nothing was done:\n- "),
        "{text}"
    );
    for expected in expected {
        assert!(text.contains(expected), "`{expected}` is not in: {text}");
    }
    assert!(!text.contains("::"), "{text}");
}

#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
struct Filter {
    a: u32,
    #[serde(default)]
    note: Option<String>,
}

#[test]
fn no_arguments_and_null_are_the_same() {
    let inputs = compiled(&with([Option::<i64>::describe("x")]));
    assert_eq!(<Option<i64> as ToolArgument>::take(&mut inputs.accept(None), 0), Some(None));
    assert_eq!(take::<Option<i64>>(&inputs, "null"), Ok(None));
    assert_eq!(take::<Option<i64>>(&inputs, "{}"), Ok(None));
}

#[test]
fn s10_null_is_a_missing_option() {
    assert_eq!(call::<Option<Vec<String>>>(Option::<Vec<String>>::describe("x"), "{}"), Ok(None));
    assert_eq!(x::<Option<Vec<String>>>("null"), Ok(None));
    assert_eq!(x::<Filter>(r#"{"a":1,"note":null}"#), Ok(Filter { a: 1, note: None }));
    assert_eq!(x::<Vec<Option<i64>>>("[1,null]"), Ok(vec![Some(1), None]));
    assert_eq!(call::<i64>(i64::describe("x").default("7".into()), r#"{"x":null}"#), Ok(7));
    assert_eq!(call::<i64>(i64::describe("x").default("7".into()), "{}"), Ok(7));
    assert_eq!(x::<Value>("null"), Ok(Value::Null));
    refused(x::<i64>("null"), &["`/x` must be an integer, not null"]);
}

#[test]
fn nulls_of_what_is_optional_are_left_out() {
    #[derive(Debug, PartialEq, Deserialize, JsonSchema)]
    struct Defaults {
        #[serde(default)]
        n: u32,
    }
    assert_eq!(x::<Defaults>(r#"{"n":null}"#), Ok(Defaults { n: 0 }));
    refused(x::<Filter>(r#"{"a":null}"#), &["`/x/a` must be an integer", "not null"]);
}

#[test]
fn s14_tuples_have_their_length() {
    assert_eq!(x::<(f64, f64)>("[1,2]"), Ok((1.0, 2.0)));
    refused(x::<(f64, f64)>("[1]"), &["`/x` must be an array of 2 items"]);
    refused(x::<(f64, f64)>("[1,2,3]"), &["`/x` must be an array of 2 items"]);
}

#[test]
fn s16_flattened_names_are_known() {
    #[derive(Debug, PartialEq, Deserialize, JsonSchema)]
    struct Paging {
        limit: Option<u32>,
    }
    #[derive(Debug, PartialEq, Deserialize, JsonSchema)]
    struct Query {
        q: String,
        #[serde(flatten)]
        page: Paging,
    }
    let query = Query { q: "x".into(), page: Paging { limit: Some(5) } };
    assert_eq!(x::<Query>(r#"{"q":"x","limit":5}"#), Ok(query));
    refused(x::<Query>(r#"{"q":"x","limmit":5}"#), &["`/x/limmit` is unknown; did you mean `limit`?"]);
}

#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
struct Aliased {
    #[serde(alias = "file")]
    #[schemars(length(max = 3))]
    path: String,
    #[serde(default, alias = "count")]
    n: Option<Value>,
    #[serde(default)]
    mode: Mode,
}

#[derive(Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Mode {
    #[default]
    #[serde(alias = "quick")]
    Fast,
    Slow,
}

#[test]
fn s17_aliases_are_taken_and_typos_are_not() {
    let a = |n: Option<Value>, mode| Aliased { path: "a".into(), n, mode };
    assert_eq!(x::<Aliased>(r#"{"path":"a"}"#), Ok(a(None, Mode::Fast)));
    assert_eq!(x::<Aliased>(r#"{"file":"a"}"#), Ok(a(None, Mode::Fast)));
    assert_eq!(x::<Aliased>(r#"{"file":"a","count":[1]}"#), Ok(a(Some(json!([1])), Mode::Fast)));
    assert_eq!(x::<Aliased>(r#"{"file":"a","mode":"quick"}"#), Ok(a(None, Mode::Fast)));
    assert_eq!(x::<Vec<Aliased>>(r#"[{"file":"a"},{"path":"a","mode":"slow"}]"#).map(|all| all.len()), Ok(2));
    assert_eq!(x::<Mode>("\"quick\""), Ok(Mode::Fast));

    // Bounds hold under any name.
    refused(x::<Aliased>(r#"{"file":"abcd"}"#), &["/path` must be a string of at most 3 characters"]);
    refused(x::<Aliased>(r#"{"path":"a","countt":1}"#), &["`/x/countt` is unknown"]);
    refused(x::<Aliased>(r#"{"path":"a","file":"b"}"#), &["`/x"]);
    refused(
        x::<Aliased>(r#"{"path":"a","mode":"quickly"}"#),
        &["`/x/mode` must be one of \"fast\" or \"slow\""],
    );
}

#[test]
fn a_list_that_only_the_schema_knows_is_enforced() {
    #[derive(Debug, Deserialize, JsonSchema)]
    struct Listed {
        #[schemars(extend("enum" = ["a", "b"]))]
        _v: String,
    }
    assert!(x::<Listed>(r#"{"_v":"a"}"#).is_ok());
    refused(x::<Listed>(r#"{"_v":"c"}"#), &["`/x/_v` must be one of \"a\" or \"b\""]);
}

#[test]
fn s19_unknown_arguments_are_refused() {
    let inputs = compiled(&with([i64::describe("b"), i64::describe("other")]));
    refused(
        take::<i64>(&inputs, r#"{"b":1,"other":1,"bogus":1}"#),
        &["unknown argument `bogus`; did you mean `b`?"],
    );
    refused(
        take::<i64>(&inputs, r#"{"b":1,"zzz":1}"#),
        &["unknown argument `zzz`; the tool takes `b` and `other`"],
    );
    let nothing = compiled(&tool());
    let raw = RawValue::from_string(r#"{"x":1}"#.into()).expect("JSON");
    let text = nothing.accept(Some(&raw)).refusal("demo");
    assert!(text.contains("unknown argument `x`; the tool takes no arguments"), "{text}");
    refused(x::<Option<String>>("5"), &["`/x` must be a string or null, not an integer"]);
}

#[test]
fn s19_unknown_names_are_refused_inside_as_well() {
    refused(x::<Filter>(r#"{"a":1,"nte":"x"}"#), &["`/x/nte` is unknown; did you mean `note`?"]);
    refused(
        x::<Vec<Filter>>(r#"[{"a":1},{"a":1,"zzz":1}]"#),
        &["`/x/1/zzz` is unknown; known are `a` and `note`"],
    );
}

#[test]
fn twice_is_refused() {
    refused(call::<i64>(i64::describe("x"), r#"{"x":1,"x":2}"#), &["`/x` is given more than once"]);
}

#[test]
fn s29_maps_round_trip() {
    assert_eq!(x::<HashMap<String, u32>>(r#"{"a":1}"#), Ok(HashMap::from([("a".into(), 1)])));
    assert_eq!(x::<BTreeMap<u32, String>>(r#"{"1":"a"}"#), Ok(BTreeMap::from([(1, "a".into())])));
    refused(x::<HashMap<String, u32>>(r#"{"a":"x"}"#), &["`/x/a` must be an integer"]);
    refused(x::<BTreeMap<u32, String>>(r#"{"b":"a"}"#), &["`/x/b` must have a name that is a number"]);
}

#[test]
fn a01_json_in_strings_is_unwrapped() {
    assert_eq!(x::<Filter>(r#""{\"a\":1}""#), Ok(Filter { a: 1, note: None }));
    assert_eq!(x::<Vec<String>>(r#""[\"x\"]""#), Ok(vec!["x".into()]));
    assert_eq!(x::<String>(r#""{\"a\":1}""#), Ok(r#"{"a":1}"#.into()));
    assert_eq!(x::<Option<Filter>>(r#""{\"a\":\"1\"}""#), Ok(Some(Filter { a: 1, note: None })));
    refused(x::<Vec<String>>("\"x, y\""), &["`/x` must be an array", "not a string"]);
    refused(x::<Filter>("\"{a:1}\""), &["`/x` must be an object", "not a string"]);
}

#[test]
fn a02_integers_are_repaired_without_loss() {
    for json in ["5", "5.0", "\"5\"", "0.5e1"] {
        assert_eq!(x::<u32>(json), Ok(5), "{json}");
    }
    assert_eq!(x::<u32>("1e3"), Ok(1000));
    assert_eq!(x::<Vec<u32>>("[1.0]"), Ok(vec![1]));
    assert_eq!(x::<i64>("9007199254740993"), Ok(9_007_199_254_740_993));
    assert_eq!(x::<i64>("\"9007199254740993\""), Ok(9_007_199_254_740_993));
    assert_eq!(x::<u64>("18446744073709551615"), Ok(u64::MAX));
    assert_eq!(x::<f64>("\"3.5\""), Ok(3.5));
    assert_eq!(x::<bool>("\"true\""), Ok(true));
    refused(x::<u32>("5.5"), &["`/x` must be an integer from 0 to 4294967295, not a number with a fraction"]);
    refused(x::<u32>("-1"), &["`/x` must be an integer from 0 to 4294967295"]);
    refused(x::<u32>("4294967296"), &["`/x` must be an integer from 0 to 4294967295"]);
    refused(x::<u64>("18446744073709551616"), &["`/x` must be an integer from 0 to 18446744073709551615"]);
    refused(x::<f64>("1e999"), &["`/x` holds a number that is out of range"]);
    refused(x::<Vec<Value>>("[1,1e999]"), &["`/x` holds a number that is out of range"]);
    refused(x::<i64>("\"five\""), &["`/x` must be an integer, not a string"]);
    for json in ["80", "80.0", "true"] {
        refused(x::<String>(json), &["`/x` must be a string, not "]);
    }
}

#[test]
fn what_is_no_text_is_not_called_deep() {
    let text = "holds a string that is not valid Unicode text";
    for json in [r#""\ud800""#, r#"["a","\ud800"]"#, r#"{"\ud800":1}"#, r#""\ud800\u0041""#] {
        refused(x::<Value>(json), &[&format!("`/x` {text}")]);
    }
    refused(x::<String>(r#""\ud800""#), &[&format!("`/x` {text}")]);
    refused(
        call::<String>(String::describe("x"), r#"{"\ud800":1}"#),
        &["the name of an argument is not valid Unicode"],
    );
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    refused(x::<Value>(&deep), &["`/x` is nested too deeply"]);
    let handwritten = tool().input_schema(json!({"type": "object"}));
    refused(
        take::<Value>(&compiled(&handwritten), r#"{"a":"\ud800"}"#),
        &[&format!("the arguments: {text}")],
    );
}

#[test]
fn integers_beyond_64_bits_are_called_so() {
    for json in ["18446744073709551616", "-9223372036854775809", "1e30"] {
        let text = call::<i64>(i64::describe("x").minimum(0).maximum(100), &format!("{{\"x\":{json}}}"))
            .unwrap_err();
        assert!(
            text.ends_with("`/x` must be an integer from 0 to 100, not an integer beyond 64 bits"),
            "{text}"
        );
        let text = x::<i64>(json).unwrap_err();
        assert!(
            text.ends_with("`/x` must be an integer from -9223372036854775808 to 9223372036854775807"),
            "{text}"
        );
    }
    refused(x::<String>("1e30"), &["must be a string, not an integer beyond 64 bits"]);
}

#[test]
fn any_value_is_called_so() {
    refused(
        take::<Value>(&compiled(&with([Value::describe("x")])), "{}"),
        &["`/x` is missing: any JSON value"],
    );
}

#[test]
fn a04_every_violation_is_said_without_its_value() {
    let inputs = compiled(&with([
        Filter::describe("filter"),
        i64::describe("n").minimum(1).maximum(5),
        String::describe("s").min_len(2).pattern("^a"),
        i64::describe("m"),
    ]));
    let json = r#"{"filter":{"a":"hunter2"},"n":77,"s":"z","bogus":"secret"}"#;
    let raw = RawValue::from_string(json.into()).expect("JSON");
    let mut arguments = inputs.accept(Some(&raw));
    assert_eq!(Filter::take(&mut arguments, 0), None);
    assert_eq!(i64::take(&mut arguments, 1), None);
    assert_eq!(String::take(&mut arguments, 2), None);
    assert_eq!(i64::take(&mut arguments, 3), None);
    let text = arguments.refusal("demo");
    for expected in [
        "`demo`",
        "`/filter/a` must be an integer from 0 to 4294967295, not a string",
        "`/n` must be an integer from 1 to 5",
        "`/s` must be a string of at least 2 characters that matches `^a`",
        "`/m` is missing: an integer",
        "unknown argument `bogus`",
    ] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    for value in ["hunter2", "77", "\"z\"", "secret", "::"] {
        assert!(!text.contains(value), "{value} in {text}");
    }
}

#[test]
fn values_are_said_where_the_author_says_so() {
    let settings = SchemaSettings { reflect_values: true, ..SchemaSettings::default() };
    let inputs = Inputs::compile(&with([i64::describe("x").maximum(5)]), &settings).expect("compiles");
    refused(take::<i64>(&inputs, r#"{"x":77}"#), &["`/x` must be an integer of at most 5 (got 77)"]);
}

#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Target {
    ById { id: u32 },
    BySlug { slug: String },
}

#[test]
fn a07_untagged_enums_say_their_shapes() {
    assert_eq!(x::<Target>(r#"{"slug":"a"}"#), Ok(Target::BySlug { slug: "a".into() }));
    assert_eq!(x::<Target>(r#"{"id":"5"}"#), Ok(Target::ById { id: 5 }));
    refused(
        x::<Target>(r#"{"idd":1}"#),
        &[
            "`/x` must be an object with `id` (an integer from 0 to 4294967295) or an object with `slug` (a string)",
            "unknown: `idd`",
        ],
    );
    refused(x::<Target>(r#"{"id":1,"typo":2}"#), &["`/x`", "unknown: `typo`"]);
    let text = x::<Target>(r#"{"idd":1}"#).unwrap_err();
    assert!(!text.contains("Target") && !text.contains("variant"), "{text}");
}

#[test]
fn a_tag_tells_which_shape_was_meant() {
    #[derive(Debug, PartialEq, Deserialize, JsonSchema)]
    #[serde(tag = "kind")]
    enum Tagged {
        A { n: u32 },
        B { s: String },
    }
    assert_eq!(x::<Tagged>(r#"{"kind":"A","n":"1"}"#), Ok(Tagged::A { n: 1 }));
    refused(x::<Tagged>(r#"{"kind":"B","s":1}"#), &["- `/x/s` must be a string, not an integer"]);
    refused(x::<Tagged>(r#"{"kind":"C","s":1}"#), &["`kind`: \"A\"", "`kind`: \"B\""]);
}

#[test]
fn a_member_tells_which_variant_was_meant() {
    #[derive(Debug, PartialEq, Deserialize, JsonSchema)]
    enum Shape {
        Point,
        Circle(u8),
        Line(u8, u8),
    }
    assert_eq!(x::<Shape>("\"Point\""), Ok(Shape::Point));
    assert_eq!(x::<Shape>(r#"{"Line":["1",2.0]}"#), Ok(Shape::Line(1, 2)));
    refused(
        x::<Shape>("\"Square\""),
        &["- `/x` must be \"Point\", an object with `Circle`", "or an object with `Line`"],
    );
    refused(x::<Shape>(r#"{"Circle":300}"#), &["- `/x/Circle` must be an integer from 0 to 255"]);
    refused(x::<Shape>(r#"{"Line":[1]}"#), &["- `/x/Line` must be an array of 2 items"]);
    refused(x::<Shape>(r#"{"Cirle":1}"#), &["an object with `Circle`", "unknown: `Cirle`"]);
}

#[test]
fn an_authors_own_words_are_passed_on_without_values() {
    #[derive(Debug, JsonSchema)]
    #[schemars(transparent)]
    struct Even(#[allow(dead_code)] String);
    impl<'de> Deserialize<'de> for Even {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let text = String::deserialize(deserializer)?;
            match text.as_str() {
                "odd" => Err(serde::de::Error::custom("only even names are taken")),
                "leak" => Err(serde::de::Error::custom(format!("`{text}` is not even"))),
                _ => Ok(Self(text)),
            }
        }
    }
    refused(x::<Even>("\"odd\""), &["`/x` is not accepted: only even names are taken"]);
    let text = x::<Even>("\"leak\"").unwrap_err();
    assert!(text.contains("`/x` must be a string") && !text.contains("leak"), "{text}");
    refused(x::<Vec<Even>>("[\"fine\",\"odd\"]"), &["`/x` is not accepted: only even names"]);
}

#[test]
fn bounds_beyond_what_json_holds_are_enforced() {
    let big = i128::from(u64::MAX) + 10;
    let argument = || i128::describe("x").maximum(big);
    assert_eq!(call::<i128>(argument(), &format!(r#"{{"x":{big}}}"#)), Ok(big));
    refused(call::<i128>(argument(), &format!(r#"{{"x":{}}}"#, big + 1)), &["`/x` must be an integer"]);
}

#[test]
fn recursive_types_are_checked_all_the_way() {
    #[derive(Debug, Deserialize, JsonSchema)]
    struct Node {
        _name: String,
        #[serde(default)]
        _children: Vec<Node>,
    }
    assert!(x::<Node>(r#"{"_name":"a","_children":"[{\"_name\":\"b\"}]"}"#).is_ok());
    refused(
        x::<Node>(r#"{"_name":"a","_children":[{"_name":"b","_children":[{"_name":1}]}]}"#),
        &["`/x/_children/0/_children/0/_name` must be a string"],
    );
    let deep = format!("{}{}", r#"{"_name":"a","_children":["#.repeat(100), "]}".repeat(100));
    refused(x::<Node>(&deep), &["`/x"]);
}

#[test]
fn handwritten_schemas_are_enforced_in_full() {
    let schema = json!({
        "type": "object",
        "properties": {
            "x": {"type": "integer", "multipleOf": 5},
            "y": {"type": "string", "pattern": "^(?!a)"}
        },
        "dependentRequired": {"y": ["z"]},
        "required": ["x"]
    });
    let inputs = compiled(&with([i64::describe("x"), Option::<String>::describe("y")]).input_schema(schema));
    assert_eq!(take::<i64>(&inputs, r#"{"x":10,"z":true,"y":null}"#), Ok(10));
    assert_eq!(take::<i64>(&inputs, r#"{"x":"10"}"#), Ok(10));
    assert_eq!(take::<i64>(&inputs, r#"{"x":10.0}"#), Ok(10));
    refused(take::<i64>(&inputs, r#"{"x":7}"#), &["`/x` must be an integer, a multiple of 5"]);
    refused(take::<i64>(&inputs, "{}"), &["`/x` is missing: an integer"]);
    refused(take::<i64>(&inputs, r#"{"x":5,"y":"b"}"#), &["`/z` is missing"]);
    refused(take::<i64>(&inputs, r#"{"x":5,"y":"ab","z":1}"#), &["`/y` must be a string that matches"]);
}
