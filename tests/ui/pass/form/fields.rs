//! What looks wrong and is right.
#![allow(dead_code)]

use nanohub_mcp::{ElicitChoice, ElicitForm};

type Text = String;
type Maybe<T> = Option<T>;

#[derive(ElicitChoice, Clone, Copy)]
#[repr(u8)]
enum Queue {
    Standby = 1,
    #[choice(value = "the-long-one")]
    Long = 7,
}

#[derive(serde::Serialize, serde::Deserialize)]
struct Elsewhere;

#[derive(ElicitForm)]
struct Submit {
    #[form(len = 1..)]
    alias: Text,
    #[form(range = 1..=10)]
    maybe: Maybe<u8>,
    #[form(range = 0..=1, default = 1)]
    share: f64,
    #[form(range = -1..1)]
    offset: Option<f32>,
    #[form(default = [Queue::Long])]
    queues: Vec<Queue>,
    #[form(not_secret)]
    reset_password: bool,
    #[cfg(any())]
    gone: Elsewhere,
    #[form(choices = dynamic)]
    r#type: Option<Vec<String>>,
}

fn main() {
    let _ = Submit::TYPE;

    #[derive(ElicitForm)]
    struct Inside {
        count: usize,
    }

    macro_rules! form {
        ($name:ident { $($field:ident: $ty:ty = $default:expr),* }) => {
            #[derive(ElicitForm)]
            struct $name {
                $(#[form(default = $default)] $field: $ty),*
            }
        };
    }
    form!(Made { count: i32 = -5, title: String = "x", share: f64 = 1 });
}
