//! Every shape of function that a prompt may have, quiet under its author's lints.
#![deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    missing_copy_implementations,
    unused_qualifications,
    unreachable_pub,
    unsafe_code,
    unused_results,
    rust_2018_idioms,
    clippy::all,
    clippy::pedantic
)]

use nanohub_mcp::{
    Content, Ctx, ElicitChoice, EmbeddedResource, Image, Message, Prompt, ToolError, prompt, prompts,
};

/// State.
#[derive(Debug)]
pub(crate) struct Library(Vec<String>);

type Outcome<T> = Result<T, ToolError>;

/// Text.
#[prompt]
fn text() -> &'static str {
    "text"
}

/// Everything said.
#[prompt(
    name = "every-thing",
    title = "Everything",
    description = "Everything.",
    inline,
    timeout = "5s",
    complete(model = models),
    icon = "https://example.org/a.png",
    meta("example.org/cost" = 3)
)]
fn everything(
    /// Name of the model.
    #[arg(title = "Model")]
    model: String,
    #[arg(name = "how-many", default = 3)] mut count: u8,
    tone: Option<Tone>,
    #[arg(default = Tone::Warm)] r#type: Tone,
    #[arg(default = "English")] _language: String,
) -> Vec<Message> {
    count += u8::from(matches!((tone, r#type), (Some(Tone::Warm), Tone::Formal)));
    vec![Message::user(model), Message::assistant(Content::text(count.to_string()))]
}

#[derive(ElicitChoice)]
enum Tone {
    Warm,
    Formal,
}

fn models(typed: &str) -> Vec<String> {
    vec![typed.to_owned()]
}

mod inner {
    use super::{Ctx, EmbeddedResource, Image, Library, Message, Outcome, prompt};

    /// What is lent comes anywhere.
    #[prompt]
    pub(crate) async fn lent(library: &Library, index: usize, ctx: &Ctx) -> Outcome<Message> {
        let sure = ctx.confirm("Sure?").await?;
        Ok(Message::user(if sure { library.0[index].clone() } else { String::new() }))
    }

    /// An image.
    #[prompt]
    pub(crate) fn image() -> Image {
        Image::new(*b"x", "image/png")
    }

    /// Two messages.
    #[prompt]
    pub(crate) fn two() -> [Message; 2] {
        [Message::user("a"), Message::user(EmbeddedResource::text("demo://a", "b"))]
    }
}

fn main() {
    let all: Vec<Prompt> = prompts![text, everything, inner::lent, inner::image, inner::two];
    assert_eq!(all[1].name(), "every-thing");
    assert_eq!(text(), "text");
    let _ = Library(Vec::new());
}
