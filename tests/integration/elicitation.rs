//! Asking the user: every case is one scene, played over everything that reaches a person, with one story.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use nanohub_mcp::{Ctx, ElicitChoice, ElicitError, ElicitForm, Elicited, Server, ToolError, tool, tools};
use serde_json::{Value, json};

use crate::support::script::{Answer, Question, SESSIONS, STAGES, Scene, Story, accept, cancel, decline};

#[derive(ElicitChoice)]
enum Queue {
    Standby,
    Long,
}

#[derive(ElicitForm)]
struct Submit {
    #[form(default = Queue::Standby, required)]
    queue: Queue,
    #[form(default = true)]
    notify: bool,
}

fn name(queue: &Queue) -> &'static str {
    match queue {
        Queue::Standby => "standby",
        Queue::Long => "long",
    }
}

/// Submit a run.
#[tool]
async fn submit(ctx: &Ctx) -> Result<String, ToolError> {
    Ok(match ctx.elicit::<Submit>("Submit?").fallback("submit_confirmed").await? {
        Elicited::Accept(form) => format!("{} {}", name(&form.queue), form.notify),
        Elicited::Decline => "declined".into(),
        Elicited::Cancel => "cancelled".into(),
    })
}

#[derive(ElicitForm)]
struct Person {
    /// Age in years.
    #[form(range = 18..=120)]
    age: u8,
    /// Given name.
    #[form(len = 1..=5)]
    name: String,
}

/// Register a person.
#[tool]
async fn register(ctx: &Ctx) -> Result<String, ToolError> {
    Ok(match ctx.elicit::<Person>("Who?").await? {
        Elicited::Accept(Person { age, name }) => format!("{name} {age}"),
        Elicited::Decline | Elicited::Cancel => "nobody".into(),
    })
}

/// Delete everything.
#[tool]
async fn delete(ctx: &Ctx) -> Result<String, ToolError> {
    Ok(if ctx.confirm("Delete everything?").await? { "deleted" } else { "kept" }.into())
}

/// Choose a run.
#[tool]
async fn pick(ctx: &Ctx) -> Result<String, ToolError> {
    Ok(match ctx.choose("Which?", [("r1", "Silicon"), ("r2", "Germanium")]).await? {
        Elicited::Accept(run) => run,
        Elicited::Decline | Elicited::Cancel => "none".into(),
    })
}

/// Log in elsewhere.
#[tool]
async fn login(ctx: &Ctx) -> Result<String, ToolError> {
    Ok(match ctx.elicit_url("Log in to the archive.", "https://archive.example/login").await? {
        Elicited::Accept(()) => "opened",
        Elicited::Decline => "declined",
        Elicited::Cancel => "cancelled",
    }
    .into())
}

/// Log in elsewhere, and wait until that is done.
#[tool]
async fn finish_login(ctx: &Ctx) -> Result<String, ToolError> {
    let page = |id: &str| format!("https://archive.example/login/{id}");
    Ok(match ctx.elicit_url_with("Log in to the archive.", page).completed().await? {
        Elicited::Accept(()) => "logged in",
        Elicited::Decline | Elicited::Cancel => "not logged in",
    }
    .into())
}

/// Ask twice, the second question depending on the first answer.
#[tool]
async fn twice(ctx: &Ctx) -> Result<String, ToolError> {
    let Elicited::Accept(first) = ctx.choose("First?", [("a", "A"), ("b", "B")]).await? else {
        return Ok("stopped at the first".into());
    };
    let Elicited::Accept(second) = ctx.choose(format!("After {first}?"), [("c", "C"), ("d", "D")]).await?
    else {
        return Ok("stopped at the second".into());
    };
    Ok(format!("{first}{second}"))
}

/// Ask two things at once.
#[tool]
async fn both(ctx: &Ctx) -> Result<String, ToolError> {
    let (first, second) = tokio::join!(ctx.elicit::<Submit>("Submit?"), ctx.confirm("Sure?"));
    Ok(match (first?, second?) {
        (Elicited::Accept(form), true) => format!("{} sure", name(&form.queue)),
        _ => "no".into(),
    })
}

/// Ask two questions of one name at once.
#[tool]
async fn ambiguous(ctx: &Ctx) -> Result<String, ToolError> {
    let (first, second) = tokio::join!(ctx.confirm("A?"), ctx.confirm("B?"));
    // Swallowed on purpose: the call has to fail all the same.
    Ok(format!("{:?} {:?}", first.ok(), second.ok()))
}

/// Ask two questions of one name at once, told apart.
#[tool]
async fn keyed(ctx: &Ctx) -> Result<String, ToolError> {
    let (first, second) = tokio::join!(ctx.confirm("A?").key("a"), ctx.confirm("B?").key("b"));
    Ok(format!("{} {}", first?, second?))
}

/// Catch what goes wrong.
#[tool]
async fn catching(ctx: &Ctx) -> String {
    match ctx.elicit::<Submit>("Submit?").await {
        Ok(_) => "answered".into(),
        Err(ElicitError::Unsupported { .. }) => "unsupported".into(),
        Err(ElicitError::Timeout { .. }) => "timeout".into(),
        Err(ElicitError::Rejected { code, .. }) => format!("rejected {code}"),
        Err(ElicitError::Invalid { .. }) => "invalid".into(),
        Err(error) => format!("other: {error}"),
    }
}

/// Stand in for a client that cannot ask.
#[tool]
async fn standing_in(ctx: &Ctx) -> Result<String, ToolError> {
    let stand_in = Submit { queue: Queue::Long, notify: false };
    Ok(match ctx.elicit::<Submit>("Submit?").or(stand_in).await? {
        Elicited::Accept(form) => format!("{} {}", name(&form.queue), form.notify),
        Elicited::Decline | Elicited::Cancel => "no".into(),
    })
}

/// Fill in beforehand.
#[tool]
async fn prefilled(ctx: &Ctx) -> Result<String, ToolError> {
    let ask = ctx.elicit::<Submit>("Submit?").prefill(&Submit { queue: Queue::Long, notify: false });
    Ok(match ask.await? {
        Elicited::Accept(form) => format!("{} {}", name(&form.queue), form.notify),
        Elicited::Decline | Elicited::Cancel => "no".into(),
    })
}

#[derive(ElicitForm)]
struct Runs {
    #[form(choices = dynamic)]
    run: String,
}

/// Offer what there is.
#[tool]
async fn offering(ctx: &Ctx) -> Result<String, ToolError> {
    Ok(match ctx.elicit::<Runs>("Which?").choices(Runs::RUN, ["r1", "r2"]).await? {
        Elicited::Accept(Runs { run }) => run,
        Elicited::Decline | Elicited::Cancel => "none".into(),
    })
}

/// Ask from where nobody can be asked.
#[tool]
async fn elsewhere(ctx: &Ctx) -> String {
    let nested = futures::executor::block_on(ctx.confirm("Nested?"));
    let thread = std::thread::scope(|scope| {
        scope.spawn(|| futures::executor::block_on(ctx.confirm("Thread?"))).join().unwrap()
    });
    let after = ctx.confirm("Here?").key("here").await;
    let outside = |answer: Result<bool, ElicitError>| matches!(answer, Err(ElicitError::OutsideCall));
    format!("{} {} {:?}", outside(nested), outside(thread), after.ok())
}

/// Ask through a combinator with wakers of its own.
#[tool]
async fn many(ctx: &Ctx) -> String {
    use futures::StreamExt as _;
    let asks: futures::stream::FuturesUnordered<_> =
        (0..40).map(|number| ctx.confirm(format!("{number}?")).key(format!("q{number}"))).collect();
    let answers: Vec<bool> = asks.map(Result::unwrap_or_default).collect().await;
    answers.iter().filter(|yes| **yes).count().to_string()
}

struct Charges(Arc<AtomicUsize>);

/// Charge once, then ask.
#[tool]
async fn charge(ctx: &Ctx, charges: &Charges) -> Result<String, ToolError> {
    let receipt: String = ctx
        .once("charge", async {
            Ok::<_, ToolError>(format!("receipt {}", charges.0.fetch_add(1, Ordering::SeqCst)))
        })
        .await?;
    Ok(if ctx.confirm(format!("Keep {receipt}?")).await? { receipt } else { "refunded".into() })
}

pub(crate) fn server() -> Server {
    Server::builder("elicitation", "1.0")
        .state(Charges(Arc::default()))
        .tools(tools![
            submit,
            register,
            delete,
            pick,
            login,
            finish_login,
            twice,
            both,
            ambiguous,
            keyed,
            catching,
            standing_in,
            prefilled,
            offering,
            elsewhere,
            many,
            charge
        ])
        .build()
        .unwrap()
}

fn form_and_url() -> Value {
    json!({"elicitation": {"form": {}, "url": {}}})
}

async fn play(tool: &str, person: impl Fn(&Question) -> Answer + Sync) -> Story {
    play_as(tool, form_and_url(), person).await
}

async fn play_as(tool: &str, capabilities: Value, person: impl Fn(&Question) -> Answer + Sync) -> Story {
    let scene = Scene { tool, arguments: json!({}), revision: "2025-11-25", capabilities, person: &person };
    let story = scene.play_on(&STAGES, server).await;
    // What must be asked is not answered beforehand.
    if !["delete", "both", "keyed", "elsewhere", "many", "charge", "ambiguous"].contains(&tool) {
        let cold = scene.play_cold(&server()).await;
        assert_eq!(cold.response, story.response, "answered beforehand, `{tool}` tells another story");
    }
    story
}

/// Where only sessions can be: clients of other revisions, and what only a connection has.
async fn play_in_sessions(tool: &str, person: impl Fn(&Question) -> Answer + Sync) -> Story {
    let scene = Scene {
        tool,
        arguments: json!({}),
        revision: "2025-11-25",
        capabilities: form_and_url(),
        person: &person,
    };
    scene.play_on(&SESSIONS, server).await
}

#[tokio::test]
async fn accepted_answers_arrive_typed() {
    let story = play("submit", |_| accept(json!({"queue": "long", "notify": false}))).await;
    assert_eq!(story.text(), "long false");
    assert_eq!(
        story.questions,
        [Question {
            mode: "form".into(),
            message: "Submit?".into(),
            subject: json!({
                "type": "object",
                "properties": {
                    "queue": {"type": "string", "enum": ["standby", "long"], "default": "standby"},
                    "notify": {"type": "boolean", "default": true},
                },
                "required": ["queue"],
            }),
        }]
    );
}

#[tokio::test]
async fn missing_fields_take_their_defaults() {
    for content in [json!({}), json!({"queue": null}), json!({"unknown": 1}), json!({"notify": "true"})] {
        assert_eq!(play("submit", |_| accept(content.clone())).await.text(), "standby true");
    }
}

#[tokio::test]
async fn declining_and_cancelling_are_outcomes() {
    assert_eq!(play("submit", |_| decline()).await.text(), "declined");
    assert_eq!(play("submit", |_| cancel()).await.text(), "cancelled");
    for content in [json!(null), json!({}), json!({"queue": "bad"}), json!(5)] {
        let answer = |action| Answer::Result(json!({"action": action, "content": content}));
        assert_eq!(play("submit", |_| answer("decline")).await.text(), "declined");
        assert_eq!(play("submit", |_| answer("cancel")).await.text(), "cancelled");
    }
}

#[tokio::test]
async fn a_wrong_answer_is_asked_again_with_all_the_reasons() {
    let story = play("register", |question| {
        if question.message == "Who?" {
            accept(json!({"age": 7, "name": "Maximilian"}))
        } else {
            accept(json!({"age": "42", "name": "日本語"}))
        }
    })
    .await;
    assert_eq!(story.text(), "日本語 42");
    assert_eq!(story.questions.len(), 2);
    let again = &story.questions[1].message;
    assert!(again.starts_with("Who?\n\n") && again.contains("`age`") && again.contains("`name`"), "{again}");
    assert!(!again.contains('7') && !again.contains("Maximilian"), "no value is repeated: {again}");
}

#[tokio::test]
async fn three_wrong_answers_are_enough() {
    let story = play("register", |_| accept(json!({"age": 7}))).await;
    assert!(story.is_error());
    assert_eq!(story.questions.len(), 3);
    assert!(story.text().contains("`name` is missing"), "{}", story.text());
    assert_eq!(play("catching", |_| accept(json!({"queue": "nope"}))).await.text(), "invalid");
}

#[tokio::test]
async fn an_answer_that_breaks_the_protocol_is_never_an_outcome() {
    for answer in [json!({"action": "reject"}), json!({}), json!({"action": "accept", "content": 5})] {
        assert_eq!(play("catching", |_| Answer::Result(answer.clone())).await.text(), "invalid", "{answer}");
    }
    // Without a session these are no answers at all, and the request is refused.
    for answer in [json!([]), json!("accept"), json!(null)] {
        let story = play_in_sessions("catching", |_| Answer::Result(answer.clone())).await;
        assert_eq!(story.text(), "invalid", "{answer}");
    }
}

#[tokio::test]
async fn a_clients_error_is_told_apart() {
    for code in [-32601, -32603, -1] {
        assert_eq!(
            play_in_sessions("catching", |_| Answer::Error(code)).await.text(),
            format!("rejected {code}")
        );
    }
}

#[tokio::test]
async fn confirming_takes_both_accept_and_yes() {
    assert_eq!(play("delete", |_| accept(json!({"confirm": true}))).await.text(), "deleted");
    assert_eq!(play("delete", |_| accept(json!({"confirm": false}))).await.text(), "kept");
    assert_eq!(play("delete", |_| decline()).await.text(), "kept");
    assert_eq!(play("delete", |_| cancel()).await.text(), "kept");
    assert_eq!(play("delete", |_| accept(json!({}))).await.text(), "kept");
}

#[tokio::test]
async fn choices_have_titles() {
    let story = play("pick", |_| accept(json!({"choice": "r2"}))).await;
    assert_eq!(story.text(), "r2");
    assert_eq!(
        story.questions[0].subject["properties"]["choice"]["oneOf"],
        json!([{"const": "r1", "title": "Silicon"}, {"const": "r2", "title": "Germanium"}])
    );
    assert_eq!(play("pick", |_| cancel()).await.text(), "none");
}

#[tokio::test]
async fn urls_are_opened_with_consent() {
    let story =
        play("login", |_| Answer::Result(json!({"action": "accept", "content": {"ignored": 1}}))).await;
    assert_eq!(story.text(), "opened");
    assert_eq!(story.questions[0].mode, "url");
    assert_eq!(story.questions[0].subject, "https://archive.example/login");
    assert_eq!(play("login", |_| decline()).await.text(), "declined");
}

#[tokio::test]
async fn a_url_is_put_until_the_user_is_done_there() {
    for stage in STAGES {
        // A session waits; without one, the question comes back.
        let times = if SESSIONS.contains(&stage) { 1 } else { 3 };
        let server = server();
        let asked = AtomicUsize::new(0);
        let scene = Scene {
            tool: "finish_login",
            arguments: json!({}),
            revision: "2025-11-25",
            capabilities: form_and_url(),
            person: &|question| {
                if asked.fetch_add(1, Ordering::SeqCst) + 1 == times {
                    let (_, id) = question.subject.as_str().unwrap().rsplit_once('/').unwrap();
                    server.complete_elicitation(id);
                }
                accept(json!({}))
            },
        };
        let story = scene.play(&server, stage).await;
        assert_eq!(story.text(), "logged in", "{stage:?}");
        assert_eq!(story.questions, vec![story.questions[0].clone(); times], "{stage:?}");
    }
}

#[tokio::test]
async fn questions_follow_answers() {
    let story = play("twice", |question| {
        accept(json!({"choice": if question.message == "First?" { "b" } else { "c" }}))
    })
    .await;
    assert_eq!(story.text(), "bc");
    let messages: Vec<&str> = story.questions.iter().map(|question| &*question.message).collect();
    assert_eq!(messages, ["First?", "After b?"]);
    assert_eq!(play("twice", |_| decline()).await.text(), "stopped at the first");
}

#[tokio::test]
async fn two_questions_at_once_get_their_own_answers() {
    let story = play("both", |question| {
        if question.message == "Sure?" {
            accept(json!({"confirm": true}))
        } else {
            accept(json!({"queue": "long"}))
        }
    })
    .await;
    assert_eq!(story.text(), "long sure");
    assert_eq!(
        play("keyed", |question| accept(json!({"confirm": question.message == "B?"}))).await.text(),
        "false true"
    );
}

#[tokio::test]
async fn questions_that_chance_could_swap_end_the_call() {
    let story = play("ambiguous", |_| accept(json!({"confirm": true}))).await;
    assert!(story.is_error());
    assert!(story.text().contains(".key("), "{}", story.text());
    assert_eq!(story.questions, []);
}

#[tokio::test]
async fn a_client_without_forms_is_told_what_to_ask() {
    for capabilities in [json!({}), json!({"elicitation": {"url": {}}})] {
        let story = play_as("submit", capabilities.clone(), |_| decline()).await;
        assert!(story.is_error());
        assert_eq!(
            story.text(),
            "This client cannot show forms (it declares no `elicitation` capability for them). Ask the user (\"Submit?\") \
             for: queue (standby or long, default standby); notify (yes or no, default yes). Then call `submit_confirmed` \
             with the answers."
        );
        assert_eq!(play_as("catching", capabilities.clone(), |_| decline()).await.text(), "unsupported");
        assert_eq!(play_as("standing_in", capabilities, |_| decline()).await.text(), "long false");
    }
    let story = play_as("login", json!({"elicitation": {}}), |_| decline()).await;
    assert!(story.is_error() && story.text().contains("https://archive.example/login"), "{}", story.text());
    // Where it can be asked, the stand-in is not.
    assert_eq!(play("standing_in", |_| decline()).await.text(), "no");
}

#[tokio::test]
async fn a_form_is_filled_in_beforehand_and_choices_are_given() {
    let story = play("prefilled", |_| accept(json!({"queue": "long"}))).await;
    assert_eq!(story.questions[0].subject["properties"]["queue"]["default"], "long");
    assert_eq!(story.questions[0].subject["properties"]["notify"]["default"], false);
    let story = play("offering", |_| accept(json!({"run": "r2"}))).await;
    assert_eq!(
        (story.text(), &story.questions[0].subject["properties"]["run"]["enum"]),
        ("r2", &json!(["r1", "r2"]))
    );
}

#[tokio::test]
async fn questions_from_elsewhere_fail_at_once() {
    for stage in STAGES {
        let scene = Scene {
            tool: "elsewhere",
            arguments: json!({}),
            revision: "2025-11-25",
            capabilities: form_and_url(),
            person: &|question| {
                // A session has shown the nested one by the time that it is found out.
                if question.message == "Nested?" { Answer::Never } else { accept(json!({"confirm": true})) }
            },
        };
        let story = scene.play(&server(), stage).await;
        assert_eq!(story.text(), "true true Some(true)", "{stage:?}");
    }
}

#[tokio::test]
async fn combinators_may_ask() {
    assert_eq!(play("many", |_| accept(json!({"confirm": true}))).await.text(), "40");
}

#[tokio::test]
async fn a_step_runs_once() {
    let story = play("charge", |_| accept(json!({"confirm": true}))).await;
    assert_eq!(story.text(), "receipt 0");
}

#[tokio::test(start_paused = true)]
async fn nobody_answers() {
    // Only paused time makes a minute short.
    for stage in SESSIONS {
        let scene = Scene {
            tool: "catching",
            arguments: json!({}),
            revision: "2025-11-25",
            capabilities: form_and_url(),
            person: &|_| Answer::Never,
        };
        let before = tokio::time::Instant::now();
        assert_eq!(scene.play(&server(), stage).await.text(), "timeout");
        assert!(before.elapsed() >= Duration::from_secs(60));
    }
}

#[tokio::test]
async fn older_revisions_get_what_they_know() {
    let scene = Scene {
        tool: "submit",
        arguments: json!({}),
        revision: "2025-06-18",
        capabilities: json!({"elicitation": {}}),
        person: &|_| accept(json!({"queue": "long"})),
    };
    let story = scene.play_on(&SESSIONS, server).await;
    assert_eq!(story.text(), "long true");
    assert_eq!(
        story.questions[0].subject["properties"]["queue"],
        json!({"type": "string", "enum": ["standby", "long"]})
    );

    let scene = Scene { revision: "2025-03-26", ..scene };
    assert!(scene.play_on(&SESSIONS, server).await.is_error());
}
