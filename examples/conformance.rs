//! What the official conformance suite calls, under the names that it calls it by.
//!
//! Run with: `cargo run --example conformance`

use std::sync::Arc;
use std::time::Duration;

use nanohub_mcp::{
    Audio, Ctx, ElicitChoice, ElicitForm, Elicited, EmbeddedResource, Image, Message, Sampling, Server,
    ToolError, ToolResult, prompt, prompts, resource, resources, tool, tools,
};
use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio::time::sleep;

/// Between the messages of a tool, so that they do not arrive as one.
const PAUSE: Duration = Duration::from_millis(50);

/// One red pixel.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90wS\xde\
    \0\0\0\x0cIDATx\xdac\xf8\xcf\xc0\0\0\x03\x01\x01\0\xf7\x03AC\0\0\0\0IEND\xaeB`\x82";

/// No sound at all.
const WAV: &[u8] =
    b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\0\0\0\0";

/// Return text.
#[tool]
fn test_simple_text() -> &'static str {
    "This is a simple text response for testing."
}

/// Return an image.
#[tool]
fn test_image_content() -> Image {
    Image::new(PNG, "image/png")
}

/// Return audio.
#[tool]
fn test_audio_content() -> Audio {
    Audio::new(WAV, "audio/wav")
}

/// Return a resource.
#[tool]
fn test_embedded_resource() -> EmbeddedResource {
    EmbeddedResource::text("test://embedded-resource", "This is an embedded resource.")
        .mime_type("text/plain")
}

/// Return text, an image and a resource.
#[tool]
fn test_multiple_content_types() -> ToolResult {
    ToolResult::text("Multiple content types:").content(Image::new(PNG, "image/png")).content(
        EmbeddedResource::text("test://mixed-content-resource", r#"{"test":"data"}"#)
            .mime_type("application/json"),
    )
}

/// Fail.
#[tool]
fn test_error_handling() -> Result<(), &'static str> {
    Err("This tool intentionally returns an error for testing")
}

/// Log three messages.
#[tool]
async fn test_tool_with_logging(ctx: &Ctx) -> &'static str {
    ctx.info("Tool execution started");
    sleep(PAUSE).await;
    ctx.info("Tool processing data");
    sleep(PAUSE).await;
    ctx.info("Tool execution completed");
    "Logged three messages."
}

/// Log a message, to clients that want it.
#[tool]
fn test_logging_tool(ctx: &Ctx) -> &'static str {
    ctx.info("This message is only for clients that asked for it");
    "Logged one message."
}

/// Report progress three times.
#[tool]
async fn test_tool_with_progress(ctx: &Ctx) -> &'static str {
    for progress in [0.0, 50.0, 100.0] {
        ctx.progress(progress, 100.0);
        sleep(PAUSE).await;
    }
    "Reported progress."
}

/// End the stream while the call goes on, for the client to come back to.
#[tool]
async fn test_reconnection(ctx: &Ctx) -> &'static str {
    ctx.info("Closing the stream");
    sleep(PAUSE).await;
    ctx.close_stream(PAUSE);
    sleep(2 * PAUSE).await;
    "Reconnection test completed."
}

/// Tell clients that the list of tools has changed.
#[tool]
fn test_trigger_tool_change(changes: &Changes) -> &'static str {
    changes.tools.notify_one();
    "The list of tools has changed."
}

/// Tell clients that the list of prompts has changed.
#[tool]
fn test_trigger_prompt_change(changes: &Changes) -> &'static str {
    changes.prompts.notify_one();
    "The list of prompts has changed."
}

struct Changes {
    tools: Arc<Notify>,
    prompts: Arc<Notify>,
}

/// Need a client that samples.
#[tool(requires(sampling))]
fn test_missing_capability(_ctx: &Ctx) -> &'static str {
    "The client can sample."
}

/// Have the client's model answer the prompt that was sent.
#[tool]
async fn test_sampling(ctx: &Ctx, prompt: String) -> Result<String, ToolError> {
    let answer = ctx.sample(Sampling::new(prompt, 100)).await?;
    Ok(format!("LLM response: {}", answer.text()))
}

#[derive(ElicitForm)]
struct User {
    /// Name to log in with.
    username: String,
    /// Where to write to.
    #[form(format = "email")]
    email: String,
}

/// Ask with the message that was sent.
#[tool]
async fn test_elicitation(ctx: &Ctx, message: String) -> Result<String, ToolError> {
    Ok(match ctx.elicit::<User>(message).await? {
        Elicited::Accept(User { username, email }) => format!("User response: {username}, {email}"),
        Elicited::Decline => "The user declined.".into(),
        Elicited::Cancel => "The user cancelled.".into(),
    })
}

#[derive(Debug, ElicitForm)]
struct Defaults {
    /// Full name.
    #[form(default = "John Doe")]
    name: String,
    /// Age in years.
    #[form(default = 30)]
    age: u32,
    /// Points reached.
    #[form(default = 95.5)]
    score: f64,
    /// Status of the account.
    #[form(default = Status::Active)]
    status: Status,
    /// Whether the address was verified.
    #[form(default = true)]
    verified: bool,
}

#[derive(Debug, ElicitChoice)]
enum Status {
    Active,
    Inactive,
    Pending,
}

/// Ask with a default for every type.
#[tool]
async fn test_elicitation_sep1034_defaults(ctx: &Ctx) -> Result<String, ToolError> {
    let answer = ctx.elicit::<Defaults>("Please review and update the form fields with defaults").await?;
    Ok(format!("Elicitation completed: {answer:?}"))
}

#[derive(Debug, ElicitForm)]
struct Enums {
    /// One of several.
    #[form(name = "untitledSingle")]
    untitled_single: Untitled,
    /// One of several with titles.
    #[form(name = "titledSingle")]
    titled_single: Titled,
    /// One of several with titles, in the old way.
    #[form(name = "legacyEnum", enum_names)]
    legacy_enum: Legacy,
    /// Any of several.
    #[form(name = "untitledMulti", items = 1..=3)]
    untitled_multi: Vec<Untitled>,
    /// Any of several with titles.
    #[form(name = "titledMulti", items = 1..=3)]
    titled_multi: Vec<Titled>,
}

#[derive(Debug, ElicitChoice)]
enum Untitled {
    Option1,
    Option2,
    Option3,
}

#[derive(Debug, ElicitChoice)]
enum Titled {
    #[choice(value = "value1", title = "First Option")]
    First,
    #[choice(value = "value2", title = "Second Option")]
    Second,
    #[choice(value = "value3", title = "Third Option")]
    Third,
}

#[derive(Debug, ElicitChoice)]
enum Legacy {
    #[choice(value = "opt1", title = "Option One")]
    One,
    #[choice(value = "opt2", title = "Option Two")]
    Two,
    #[choice(value = "opt3", title = "Option Three")]
    Three,
}

/// Ask with every kind of choice.
#[tool]
async fn test_elicitation_sep1330_enums(ctx: &Ctx) -> Result<String, ToolError> {
    let answer = ctx.elicit::<Enums>("Please select options from the enum fields").await?;
    Ok(format!("Elicitation completed: {answer:?}"))
}

#[derive(ElicitForm)]
struct Name {
    /// What to call you.
    name: String,
}

/// Ask while the response streams.
#[tool]
async fn test_streaming_elicitation(ctx: &Ctx) -> Result<String, ToolError> {
    greet(ctx, "user_name").await
}

/// Ask for a name.
#[tool]
async fn test_input_required_result_elicitation(ctx: &Ctx) -> Result<String, ToolError> {
    greet(ctx, "user_name").await
}

async fn greet(ctx: &Ctx, key: &str) -> Result<String, ToolError> {
    Ok(match ctx.elicit::<Name>("What is your name?").key(key).await? {
        Elicited::Accept(Name { name }) => format!("Hello, {name}!"),
        Elicited::Decline | Elicited::Cancel => "Hello, whoever you are!".into(),
    })
}

/// Ask the client's model.
#[tool]
async fn test_input_required_result_sampling(ctx: &Ctx) -> Result<String, ToolError> {
    let question = Sampling::new("What is the capital of France?", 100);
    Ok(ctx.sample(question).key("capital_question").await?.text())
}

/// Ask for the client's roots.
#[tool]
async fn test_input_required_result_list_roots(ctx: &Ctx) -> Result<String, ToolError> {
    let roots = ctx.list_roots().key("client_roots").await?;
    Ok(format!("The client has {} roots.", roots.len()))
}

/// Ask the user, the client's model and for its roots, all at once.
#[tool]
async fn test_input_required_result_multiple_inputs(ctx: &Ctx) -> Result<String, ToolError> {
    let greeting = Sampling::new("Write a greeting.", 100);
    let (user, greeting, roots) = tokio::try_join!(
        ctx.elicit::<Name>("What is your name?").key("user_name"),
        ctx.sample(greeting).key("greeting"),
        ctx.list_roots().key("client_roots"),
    )?;
    let name = user.accepted().map_or("stranger".into(), |user| user.name);
    Ok(format!("{}, {name}! The client has {} roots.", greeting.text(), roots.len()))
}

/// Ask whom the client can ask: the user, its model or both.
#[tool]
async fn test_input_required_result_capabilities(ctx: &Ctx) -> Result<String, ToolError> {
    if ctx.supports_form() {
        greet(ctx, "user_name").await
    } else {
        test_input_required_result_sampling(ctx).await
    }
}

/// Ask, with state that the client carries.
#[tool]
async fn test_input_required_result_request_state(ctx: &Ctx) -> Result<&'static str, ToolError> {
    confirmed(ctx).await
}

/// Ask, with state that the client tampers with.
#[tool]
async fn test_input_required_result_tampered_state(ctx: &Ctx) -> Result<&'static str, ToolError> {
    confirmed(ctx).await
}

async fn confirmed(ctx: &Ctx) -> Result<&'static str, ToolError> {
    Ok(if ctx.confirm("Please confirm").await? { "state-ok" } else { "not confirmed" })
}

#[derive(ElicitForm)]
struct Color {
    /// Favorite color.
    color: String,
}

/// Ask twice, one after the other.
#[tool]
async fn test_input_required_result_multi_round(ctx: &Ctx) -> Result<String, ToolError> {
    let greeting = greet(ctx, "step1").await?;
    Ok(match ctx.elicit::<Color>("What is your favorite color?").key("step2").await? {
        Elicited::Accept(Color { color }) => format!("{greeting} You like {color}."),
        Elicited::Decline | Elicited::Cancel => greeting,
    })
}

/// Take what a hand-written JSON Schema describes.
#[tool(input_schema = contact)]
fn json_schema_2020_12_tool(
    name: Option<String>,
    address: Option<Value>,
    #[arg(name = "contactMethod")] contact_method: Option<String>,
    phone: Option<String>,
    email: Option<String>,
) -> String {
    format!("{name:?} {address:?} {contact_method:?} {phone:?} {email:?}")
}

fn contact() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
            },
        },
        "properties": {
            "name": {"type": "string"},
            "address": {"$ref": "#/$defs/address"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": {"type": "string"},
            "email": {"type": "string"},
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": false,
    })
}

/// Take an argument that is a header, too.
#[tool(inline)]
fn test_custom_header(#[arg(header = "Value")] value: String) -> String {
    value
}

/// Text that never changes.
#[resource("test://static-text", mime_type = "text/plain")]
fn static_text() -> &'static str {
    "This is the content of the static text resource."
}

/// Bytes that never change.
#[resource("test://static-binary", mime_type = "image/png")]
fn static_binary() -> &'static [u8] {
    PNG
}

/// Something to watch.
#[resource("test://watched-resource", mime_type = "text/plain")]
fn watched_resource() -> &'static str {
    "Watched resource content."
}

/// Data by id.
#[resource("test://template/{id}/data", mime_type = "application/json")]
fn template_data(id: String) -> Value {
    json!({"id": id, "templateTest": true, "data": format!("Data for ID: {id}")})
}

/// Say one thing.
#[prompt]
fn test_simple_prompt() -> &'static str {
    "This is a simple prompt for testing."
}

/// Repeat two arguments.
#[prompt(complete(arg1 = suggestions))]
fn test_prompt_with_arguments(
    /// First test argument.
    arg1: String,
    /// Second test argument.
    arg2: String,
) -> String {
    format!("Prompt with arguments: arg1='{arg1}', arg2='{arg2}'")
}

fn suggestions(typed: &str) -> Vec<&'static str> {
    ["test", "testing", "tester"].into_iter().filter(|word| word.starts_with(typed)).collect()
}

/// Show a resource.
#[prompt]
fn test_prompt_with_embedded_resource(
    /// URI of the resource.
    #[arg(name = "resourceUri")]
    uri: String,
) -> [Message; 2] {
    let resource = EmbeddedResource::text(uri, "Embedded resource content for testing.");
    [Message::user(resource.mime_type("text/plain")), Message::user("Process the resource above.")]
}

/// Show an image.
#[prompt]
fn test_prompt_with_image() -> [Message; 2] {
    [Message::user(Image::new(PNG, "image/png")), Message::user("Analyse the image above.")]
}

#[derive(ElicitForm)]
struct Context {
    /// What the prompt is for.
    context: String,
}

/// Ask before saying anything.
#[prompt]
async fn test_input_required_result_prompt(ctx: &Ctx) -> Result<String, ToolError> {
    let asked = ctx.elicit::<Context>("What context should the prompt use?").key("user_context").await?;
    Ok(match asked {
        Elicited::Accept(Context { context }) => format!("Use this context: {context}"),
        Elicited::Decline | Elicited::Cancel => "Use no context.".into(),
    })
}

#[tokio::main]
async fn main() -> nanohub_mcp::Result<()> {
    let [tools, prompts] = [(); 2].map(|()| Arc::new(Notify::new()));
    let server = Server::builder("conformance", env!("CARGO_PKG_VERSION"))
        .state(Changes { tools: Arc::clone(&tools), prompts: Arc::clone(&prompts) })
        .tools(tools![
            test_simple_text,
            test_image_content,
            test_audio_content,
            test_embedded_resource,
            test_multiple_content_types,
            test_error_handling,
            test_tool_with_logging,
            test_logging_tool,
            test_tool_with_progress,
            test_reconnection,
            test_trigger_tool_change,
            test_trigger_prompt_change,
            test_missing_capability,
            test_sampling,
            test_elicitation,
            test_elicitation_sep1034_defaults,
            test_elicitation_sep1330_enums,
            test_streaming_elicitation,
            test_input_required_result_elicitation,
            test_input_required_result_sampling,
            test_input_required_result_list_roots,
            test_input_required_result_multiple_inputs,
            test_input_required_result_capabilities,
            test_input_required_result_request_state,
            test_input_required_result_tampered_state,
            test_input_required_result_multi_round,
            json_schema_2020_12_tool,
            test_custom_header,
        ])
        .resources(resources![static_text, static_binary, watched_resource, template_data])
        .prompts(prompts![
            test_simple_prompt,
            test_prompt_with_arguments,
            test_prompt_with_embedded_resource,
            test_prompt_with_image,
            test_input_required_result_prompt,
        ])
        .build()?;
    let changing = server.clone();
    tokio::spawn(async move {
        loop {
            tokio::select! {
                () = tools.notified() => changing.tools_changed(),
                () = prompts.notified() => changing.prompts_changed(),
            }
        }
    });
    nanohub_mcp::cli::run(server).await
}
