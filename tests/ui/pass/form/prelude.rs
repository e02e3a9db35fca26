//! The author's own names do not get in the way.
#![allow(dead_code, non_camel_case_types)]

struct Option;
struct Some;
struct Result;
struct String;
struct Vec;
struct Box;
struct Arc;
struct Form;
struct Answer;
trait Into {}
trait Send {}
struct str;
struct u8;

#[derive(nanohub_mcp::ElicitChoice)]
enum Queue {
    Standby,
    r#Self_,
}

const __FORM: bool = true;
const FORM: bool = true;

#[derive(nanohub_mcp::ElicitForm)]
struct Submit {
    #[form(default = Queue::Standby)]
    queue: Queue,
    #[form(default = FORM)]
    answer: bool,
    name: std::string::String,
    r#in: std::option::Option<std::primitive::u8>,
}

fn main() {}
