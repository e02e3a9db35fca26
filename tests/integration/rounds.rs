//! Rounds of the stateless era: what is asked when, what is remembered, what runs again.

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use nanohub_mcp::{Ctx, ElicitError, ElicitForm, Elicited, Server, ToolError, UrlRequired, tool, tools};
use serde_json::{Value, json};
use tokio::sync::Mutex;

use crate::support::lines::Pipe;
use crate::support::rounds::{Client, accepted, call, yes};
use crate::support::script::{Scene, Stage, accept};

/// What tools leave behind, to be counted.
#[derive(Clone, Default)]
struct Traces(Arc<Inner>);

#[derive(Default)]
struct Inner {
    runs: AtomicUsize,
    steps: AtomicUsize,
    dropped: AtomicUsize,
    begun: AtomicBool,
    lock: Mutex<()>,
}

impl Traces {
    fn run(&self) -> usize {
        self.0.runs.fetch_add(1, Ordering::SeqCst) + 1
    }

    fn runs(&self) -> usize {
        self.0.runs.load(Ordering::SeqCst)
    }

    fn step(&self) -> usize {
        self.0.steps.fetch_add(1, Ordering::SeqCst) + 1
    }

    fn steps(&self) -> usize {
        self.0.steps.load(Ordering::SeqCst)
    }

    fn dropped(&self) -> usize {
        self.0.dropped.load(Ordering::SeqCst)
    }

    async fn wait_for(&self, what: impl Fn(&Self) -> bool) {
        let since = Instant::now();
        while !what(self) {
            assert!(since.elapsed() < Duration::from_secs(5), "it never came");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    fn begun(&self) -> bool {
        self.0.begun.load(Ordering::SeqCst)
    }

    fn begin(&self) {
        self.0.begun.store(true, Ordering::SeqCst);
    }
}

/// Counts its end.
struct Guard<'a>(&'a Traces);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.0.0.dropped.fetch_add(1, Ordering::SeqCst);
    }
}

#[derive(ElicitForm)]
struct Name {
    #[form(len = 2..=8)]
    name: String,
}

fn name(answer: Elicited<Name>) -> String {
    match answer {
        Elicited::Accept(form) => form.name,
        Elicited::Decline => "declined".into(),
        Elicited::Cancel => "cancelled".into(),
    }
}

/// Ask two things at once.
#[tool]
async fn both(ctx: &Ctx) -> Result<String, ToolError> {
    let (first, second) = tokio::join!(ctx.elicit::<Name>("Who?"), ctx.confirm("Sure?"));
    Ok(format!("{} {}", name(first?), second?))
}

/// Ask one form twice.
#[tool]
async fn again(ctx: &Ctx) -> Result<String, ToolError> {
    let mut names = Vec::new();
    for turn in ["First?", "Second?"] {
        names.push(name(ctx.elicit::<Name>(turn).await?));
    }
    Ok(names.join(" "))
}

/// Ask another thing each time.
#[tool]
async fn changing(ctx: &Ctx, traces: &Traces) -> Result<String, ToolError> {
    let run = traces.run();
    Ok(match ctx.elicit::<Name>(format!("Version {run}?")).await {
        Err(ElicitError::Diverged { key, .. }) => format!("diverged {key}"),
        answer => name(answer?),
    })
}

/// Ask another thing once a counter says so.
#[tool]
async fn flaky(ctx: &Ctx, traces: &Traces) -> Result<String, ToolError> {
    if traces.run() == 1 {
        let nick = ctx.elicit::<Name>("Your nickname?").key("q").await?;
        return Ok(format!("hello {}", name(nick)));
    }
    Ok(if ctx.confirm("Really delete everything?").key("q").await? { "deleted" } else { "kept" }.into())
}

/// Ask for ever.
#[tool]
async fn endless(ctx: &Ctx) -> Result<String, ToolError> {
    loop {
        let _ = ctx.elicit::<Name>("More?").await?;
    }
}

/// Remember much.
#[tool]
async fn hoarder(ctx: &Ctx, bytes: usize) -> Result<String, ToolError> {
    let kept: String = ctx.once("much", async { Ok::<_, ToolError>("x".repeat(bytes)) }).await?;
    Ok(format!("{} {}", name(ctx.elicit::<Name>("Who?").await?), kept.len()))
}

/// Ask while a step runs.
#[tool]
async fn meanwhile(ctx: &Ctx, traces: &Traces) -> Result<String, ToolError> {
    let step = ctx.once("step", async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        Ok::<_, ToolError>(traces.step())
    });
    let (sure, step) = tokio::join!(ctx.confirm("Sure?"), step);
    Ok(format!("{} {}", sure?, step?))
}

/// Take three steps between three questions.
#[tool]
async fn three(ctx: &Ctx, traces: &Traces) -> Result<String, ToolError> {
    traces.run();
    for key in ["a", "b", "c"] {
        ctx.once(key, async { Ok::<_, ToolError>(traces.step()) }).await?;
        ctx.confirm(format!("{key}?")).key(key).await?;
    }
    Ok("done".into())
}

/// Take a step that fails at first.
#[tool]
async fn failing(ctx: &Ctx, traces: &Traces) -> Result<String, ToolError> {
    let step = || async {
        let step = traces.step();
        if step < 3 { Err(ToolError::new("not yet")) } else { Ok(step) }
    };
    let value = match ctx.once("step", step()).await {
        Ok(value) => value,
        Err(_) if ctx.confirm("Again?").key("again").await? => ctx.once("step", step()).await?,
        Err(_) => return Ok("gave up".into()),
    };
    Ok(format!("{value} {}", ctx.confirm("Keep?").key("keep").await?))
}

/// Ask inside of a step.
#[tool(timeout = "2s")]
async fn inside(ctx: &Ctx) -> Result<String, ToolError> {
    let step = async { ctx.confirm("Inside?").await };
    Ok(ctx.once("step", step).await?.to_string())
}

/// Race a question against time.
#[tool]
async fn racing(ctx: &Ctx, traces: &Traces) -> Result<String, ToolError> {
    traces.run();
    let first = tokio::select! {
        answer = ctx.confirm("Sure?").timeout(Duration::ZERO) => answer?.to_string(),
        () = tokio::time::sleep(Duration::from_millis(1)) => "too late".into(),
    };
    let second = tokio::time::timeout(Duration::from_millis(1), ctx.elicit::<Name>("Who?")).await;
    Ok(format!("{first} {}", second.map_or(Ok("too late".into()), |answer| answer.map(name))?))
}

/// Swallow whatever comes.
#[tool]
async fn swallowing(ctx: &Ctx) -> String {
    let mut answers = Vec::new();
    for _ in 0..2 {
        answers.push(match ctx.elicit::<Name>("Who?").await {
            Ok(answer) => name(answer),
            Err(_) => "swallowed".into(),
        });
    }
    answers.join(" ")
}

/// Start work that nobody waits for, and ask.
#[tool]
async fn spawning(ctx: &Ctx, traces: &Traces) -> Result<String, ToolError> {
    let spawned = traces.clone();
    tokio::spawn(async move { spawned.step() });
    Ok(ctx.confirm("Sure?").await?.to_string())
}

/// Hold a lock over a question.
#[tool]
async fn guarding(ctx: &Ctx, traces: &Traces) -> Result<String, ToolError> {
    let _lock = traces.0.lock.lock().await;
    let _guard = Guard(traces);
    Ok(ctx.confirm("Sure?").await?.to_string())
}

/// Break down when it is put aside.
#[tool]
async fn exploding(ctx: &Ctx) -> Result<String, ToolError> {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("a secret in a destructor");
        }
    }
    let _bomb = Bomb;
    Ok(ctx.confirm("Sure?").await?.to_string())
}

/// Wait for ever.
#[tool]
async fn waiting(ctx: &Ctx, traces: &Traces) -> String {
    let _guard = Guard(traces);
    ctx.progress(1.0, None);
    traces.begin();
    pending().await
}

/// Take long steps.
#[tool]
async fn stepping(ctx: &Ctx, traces: &Traces) -> Result<String, ToolError> {
    let _guard = Guard(traces);
    for key in ["a", "b"] {
        ctx.once(key, async {
            traces.begin();
            tokio::time::sleep(Duration::from_millis(100)).await;
            Ok::<_, ToolError>(traces.step())
        })
        .await?;
    }
    Ok("done".into())
}

/// Log in elsewhere.
#[tool]
async fn login(ctx: &Ctx) -> Result<String, ToolError> {
    let answer = ctx.elicit_url_with("Log in.", |id| format!("https://archive.example/{id}")).await?;
    Ok(format!("{answer:?}"))
}

/// Demand that the user opens pages first.
#[tool]
fn demanding(traces: &Traces) -> Result<String, ToolError> {
    if traces.run() < 3 {
        let page = |name: &str| UrlRequired::new(name, format!("https://archive.example/{name}"));
        return Err(ToolError::url_required([page("terms"), page("login")]));
    }
    Ok("welcome".into())
}

/// Ask a question that is given up, then another, then the first.
#[tool]
async fn hidden(ctx: &Ctx) -> Result<String, ToolError> {
    let given_up = tokio::select! {
        biased;
        answer = ctx.confirm("Delete everything?").key("delete") => Some(answer?),
        step = ctx.once("step", async { tokio::task::yield_now().await; Ok::<_, ToolError>(()) }) => {
            step?;
            None
        }
    };
    if given_up == Some(true) {
        return Ok("deleted at once".into());
    }
    if !ctx.confirm("Go on?").key("on").await? {
        return Ok("stopped".into());
    }
    Ok(if ctx.confirm("Delete everything?").key("delete").await? { "deleted" } else { "kept" }.into())
}

fn server(traces: &Traces) -> Server {
    Server::builder("rounds", "1.0")
        .state(traces.clone())
        .tools(tools![
            both, again, changing, flaky, endless, hoarder, meanwhile, three, failing, inside, racing,
            swallowing, spawning, guarding, exploding, waiting, stepping, login, demanding, hidden
        ])
        .build()
        .unwrap()
}

async fn client() -> (Client, Traces) {
    let traces = Traces::default();
    (Client::of(&server(&traces)).await, traces)
}

#[tokio::test]
async fn what_is_asked_at_once_is_one_round() {
    let (client, _) = client().await;
    let asked = client.begin("both").await;
    assert_eq!(asked.keys(), ["name", "confirm"]);
    assert_eq!(asked.status, 200);
    let done = client
        .go_on("both", &asked, json!({"name": accepted(json!({"name": "Ada"})), "confirm": yes()}))
        .await;
    assert_eq!(done.text(), "Ada true");
}

#[tokio::test]
async fn a_missing_answer_is_asked_again_alone_and_an_extra_one_ignored() {
    let (client, _) = client().await;
    let asked = client.begin("both").await;
    let asked = client.go_on("both", &asked, json!({"confirm": yes(), "other": {"x": 1}})).await;
    assert_eq!(asked.keys(), ["name"]);
    // The answer of before is kept, and one that comes now does not replace it.
    let no = accepted(json!({"confirm": false}));
    let done =
        client.go_on("both", &asked, json!({"name": accepted(json!({"name": "Ada"})), "confirm": no})).await;
    assert_eq!(done.text(), "Ada true");
    // Nothing at all is asked again as it was, and the client can begin anew without answers.
    let asked = client.begin("both").await;
    let more = json!({"requestState": asked.state()});
    assert_eq!(client.call("both", json!({}), more).await.keys(), ["name", "confirm"]);
}

#[tokio::test]
async fn one_form_asked_twice_has_two_keys() {
    let (client, _) = client().await;
    let first = client.begin("again").await;
    assert_eq!(first.keys(), ["name"]);
    let second = client.go_on("again", &first, json!({"name": accepted(json!({"name": "Ada"}))})).await;
    assert_eq!(second.keys(), ["name-2"]);
    assert_ne!(first.state(), second.state());
    // The first answer is given again although it is not sent again, and a new one does not count.
    let answers =
        json!({"name-2": accepted(json!({"name": "Bob"})), "name": accepted(json!({"name": "Eve"}))});
    assert_eq!(client.go_on("again", &second, answers).await.text(), "Ada Bob");
}

#[tokio::test]
async fn declined_stays_declined() {
    let (client, _) = client().await;
    let first = client.begin("again").await;
    let second = client.go_on("again", &first, json!({"name": {"action": "decline"}})).await;
    assert_eq!(second.keys(), ["name-2"]);
    let answers = json!({"name-2": {"action": "cancel"}, "name": accepted(json!({"name": "Eve"}))});
    assert_eq!(client.go_on("again", &second, answers).await.text(), "declined cancelled");
}

#[tokio::test]
async fn a_changed_question_is_asked_again_until_it_has_changed_too_often() {
    let (client, _) = client().await;
    let mut asked = client.begin("changing").await;
    for version in 1..=4 {
        assert_eq!(asked.question("name")["message"], format!("Version {version}?"));
        asked = client.go_on("changing", &asked, json!({"name": accepted(json!({"name": "Ada"}))})).await;
    }
    assert_eq!(asked.text(), "diverged name");
}

#[tokio::test]
async fn an_answer_never_answers_another_question() {
    let (client, _) = client().await;
    let asked = client.begin("flaky").await;
    // Accepted, and even shaped like the other question's answer.
    let answer = accepted(json!({"name": "bob", "confirm": true}));
    let other = client.go_on("flaky", &asked, json!({"q": answer})).await;
    assert_eq!(other.question("q")["message"], "Really delete everything?");
    assert_eq!(client.go_on("flaky", &other, json!({"q": yes()})).await.text(), "deleted");
}

#[tokio::test]
async fn an_answer_to_what_was_never_shown_does_not_count() {
    let (client, _) = client().await;
    let asked = client.begin("hidden").await;
    assert_eq!(asked.keys(), ["on"]);
    let asked = client.go_on("hidden", &asked, json!({"on": yes(), "delete": yes()})).await;
    assert!(asked.asks(), "deleted without a question: {asked:?}");
    assert_eq!(asked.keys(), ["delete"]);
    assert_eq!(client.go_on("hidden", &asked, json!({"delete": yes()})).await.text(), "deleted at once");
}

#[tokio::test]
async fn wrong_answers_are_asked_again_three_times() {
    let (client, _) = client().await;
    let mut asked = client.begin("both").await;
    for attempt in 1..=3 {
        asked = client
            .go_on("both", &asked, json!({"name": accepted(json!({"name": "x"})), "confirm": yes()}))
            .await;
        if attempt < 3 {
            assert_eq!(asked.keys(), ["name"]);
            let message = asked.question("name")["message"].as_str().unwrap();
            assert!(message.starts_with("Who?\n\n") && message.contains("`name`"), "{message}");
        }
    }
    assert!(asked.is_error() && asked.text().contains("`name`"), "{asked:?}");
}

#[tokio::test]
async fn malformed_answers_are_no_answers() {
    let (client, _) = client().await;
    let asked = client.begin("both").await;
    for answers in [
        json!(null),
        json!([]),
        json!("accept"),
        json!(5),
        json!({"name": null}),
        json!({"name": 12345}),
        json!({"name": "Ada"}),
        json!({"name": [1]}),
    ] {
        for more in [json!({"inputResponses": answers}), asked.reply(answers.clone())] {
            let refused = client.call("both", json!({}), more).await;
            assert_eq!((refused.status, refused.code()), (200, -32602), "{answers}");
        }
    }
}

#[tokio::test]
async fn answers_beforehand_count_except_for_what_must_be_asked() {
    let (client, _) = client().await;
    let more =
        json!({"inputResponses": {"name": accepted(json!({"name": "Ada"})), "confirm": yes(), "x": {}}});
    let asked = client.call("both", json!({}), more).await;
    assert_eq!(asked.keys(), ["confirm"]);
    assert_eq!(client.go_on("both", &asked, json!({"confirm": yes()})).await.text(), "Ada true");
}

#[tokio::test]
async fn ten_rounds_are_enough() {
    let (client, _) = client().await;
    let mut answer = client.begin("endless").await;
    let mut rounds = 0;
    while answer.asks() {
        rounds += 1;
        let key = answer.keys()[0].to_owned();
        answer = client.go_on("endless", &answer, json!({key: accepted(json!({"name": "more"}))})).await;
    }
    assert_eq!(rounds, 10);
    assert!(answer.is_error() && answer.text().contains("10 rounds"), "{answer:?}");
}

#[tokio::test]
async fn a_state_has_its_limit() {
    let (client, _) = client().await;
    let asked = client.call("hoarder", json!({"bytes": 20_000}), json!({})).await;
    assert!(asked.state().len() <= 32 << 10);
    let more = asked.reply(json!({"name": accepted(json!({"name": "Ada"}))}));
    assert_eq!(client.call("hoarder", json!({"bytes": 20_000}), more).await.text(), "Ada 20000");
    let refused = client.call("hoarder", json!({"bytes": 40_000}), json!({})).await;
    assert!(refused.is_error() && !refused.asks(), "{refused:?}");
    assert_eq!(refused.status, 200);
}

#[tokio::test]
async fn a_round_waits_for_the_step_beside_it() {
    let (client, traces) = client().await;
    let asked = client.begin("meanwhile").await;
    assert_eq!((asked.keys(), traces.steps()), (vec!["confirm"], 1));
    assert_eq!(client.go_on("meanwhile", &asked, json!({"confirm": yes()})).await.text(), "true 1");
    assert_eq!(traces.steps(), 1);
}

#[tokio::test]
async fn a_step_runs_once_and_what_is_around_it_in_every_round() {
    let (client, traces) = client().await;
    let mut answer = client.begin("three").await;
    for key in ["a", "b", "c"] {
        assert_eq!(answer.keys(), [key]);
        answer = client.go_on("three", &answer, json!({key: yes()})).await;
    }
    assert_eq!(answer.text(), "done");
    assert_eq!((traces.steps(), traces.runs()), (3, 4));
}

#[tokio::test]
async fn a_session_runs_the_tool_once() {
    let traces = Traces::default();
    for (stage, runs) in [(Stage::SessionHttp, 1), (Stage::SessionStdio, 2), (Stage::StatelessStdio, 6)] {
        let scene = Scene {
            tool: "three",
            arguments: json!({}),
            revision: "2025-11-25",
            capabilities: json!({"elicitation": {}}),
            person: &|_| accept(json!({"confirm": true})),
        };
        assert_eq!(scene.play(&server(&traces), stage).await.text(), "done");
        assert_eq!(traces.runs(), runs, "{stage:?}");
    }
    assert_eq!(traces.steps(), 9);
}

#[tokio::test]
async fn a_step_that_fails_runs_again() {
    let (client, traces) = client().await;
    let asked = client.begin("failing").await;
    assert_eq!((asked.keys(), traces.steps()), (vec!["again"], 1));
    let asked = client.go_on("failing", &asked, json!({"again": yes()})).await;
    assert_eq!((asked.keys(), traces.steps()), (vec!["keep"], 3));
    // Its first result is kept.
    assert_eq!(client.go_on("failing", &asked, json!({"keep": yes()})).await.text(), "3 true");
    assert_eq!(traces.steps(), 3);
}

#[tokio::test]
async fn a_question_inside_of_a_step_is_refused_in_words() {
    for stage in [Stage::SessionHttp, Stage::StatelessHttp, Stage::StatelessStdio] {
        let scene = Scene {
            tool: "inside",
            arguments: json!({}),
            revision: "2025-11-25",
            capabilities: json!({"elicitation": {}}),
            person: &|_| accept(json!({"confirm": true})),
        };
        let story = scene.play(&server(&Traces::default()), stage).await;
        assert!(story.is_error() && story.text().contains("once"), "{stage:?}: {story:?}");
    }
}

#[tokio::test]
async fn time_does_not_run_on_a_question() {
    let (client, traces) = client().await;
    let asked = client.begin("racing").await;
    assert_eq!(asked.keys(), ["confirm"]);
    tokio::time::sleep(Duration::from_millis(20)).await;
    let asked = client.go_on("racing", &asked, json!({"confirm": yes()})).await;
    assert_eq!(asked.keys(), ["name"]);
    let done = client.go_on("racing", &asked, json!({"name": accepted(json!({"name": "Ada"}))})).await;
    assert_eq!((done.text(), traces.runs()), ("true Ada", 3));
}

#[tokio::test]
async fn a_suspension_cannot_be_swallowed() {
    let (client, _) = client().await;
    let asked = client.begin("swallowing").await;
    let asked = client.go_on("swallowing", &asked, json!({"name": {"action": "decline"}})).await;
    assert_eq!(asked.keys(), ["name-2"]);
    let done = client.go_on("swallowing", &asked, json!({"name-2": {"action": "hmm"}})).await;
    assert_eq!(done.text(), "declined swallowed");
}

#[tokio::test]
async fn what_a_tool_spawns_runs_in_every_round() {
    let (client, traces) = client().await;
    let asked = client.begin("spawning").await;
    assert_eq!(client.go_on("spawning", &asked, json!({"confirm": yes()})).await.text(), "true");
    traces.wait_for(|traces| traces.steps() == 2).await;
}

#[tokio::test]
async fn nothing_is_held_while_a_person_thinks() {
    let (client, traces) = client().await;
    let asked: Vec<_> = vec![client.begin("guarding").await, client.begin("guarding").await];
    assert_eq!(traces.dropped(), 2, "destructors run when the round ends");
    assert!(traces.0.lock.try_lock().is_ok());
    for asked in asked {
        assert_eq!(client.go_on("guarding", &asked, json!({"confirm": yes()})).await.text(), "true");
    }
}

#[tokio::test]
async fn a_panic_in_a_destructor_is_an_error_result() {
    let (client, _) = client().await;
    let broken = client.begin("exploding").await;
    assert!(!broken.asks() && broken.is_error(), "{broken:?}");
    assert!(!broken.message.to_string().contains("secret"), "{broken:?}");
    assert!(client.begin("both").await.asks(), "the server goes on");
}

#[tokio::test]
async fn a_client_that_goes_away_has_cancelled() {
    // Its response is a stream already, or has not begun.
    for progress in [true, false] {
        let (client, traces) = client().await;
        let token = if progress { json!(7) } else { json!(null) };
        let mut message = call(&client.capabilities, "waiting", json!({}), json!({}));
        message["params"]["_meta"]["progressToken"] = token;
        let mut connection = client.site.begin_stateless("tools/call", "waiting", &message).await;
        if progress {
            let mut response = connection.response().await;
            assert_eq!(response.event().await.unwrap()["method"], "notifications/progress");
            drop(response);
        } else {
            traces.wait_for(Traces::begun).await;
            drop(connection);
        }
        let since = Instant::now();
        traces.wait_for(|traces| traces.dropped() == 1).await;
        assert!(since.elapsed() < Duration::from_secs(1));
    }
}

#[tokio::test]
async fn a_step_that_runs_is_not_torn_and_the_next_one_not_begun() {
    let (client, traces) = client().await;
    let message = call(&client.capabilities, "stepping", json!({}), json!({}));
    let connection = client.site.begin_stateless("tools/call", "stepping", &message).await;
    traces.wait_for(Traces::begun).await;
    drop(connection);
    traces.wait_for(|traces| traces.dropped() == 1).await;
    assert_eq!(traces.steps(), 1);

    // The same on a pipe, where a notification cancels, and nothing is answered.
    let traces = Traces::default();
    let mut pipe = Pipe::open(&server(&traces));
    pipe.send(&message).await;
    traces.wait_for(Traces::begun).await;
    pipe.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}))
        .await;
    traces.wait_for(|traces| traces.dropped() == 1).await;
    assert_eq!(traces.steps(), 1);
    let answer = pipe.request(2, "server/discover", json!({"_meta": message["params"]["_meta"]})).await;
    assert_eq!(answer["result"]["resultType"], "complete");
}

#[tokio::test]
async fn a_url_has_no_id_on_the_wire_and_one_for_the_tool() {
    let (client, _) = client().await;
    let asked = client.begin("login").await;
    let question = asked.question("url").clone();
    assert_eq!(
        question.as_object().unwrap().keys().collect::<Vec<_>>(),
        ["mode", "message", "url"],
        "{question}"
    );
    // The same id on every replay, and so the same question.
    let again = client.call("login", json!({}), json!({"requestState": asked.state()})).await;
    assert_eq!(again.question("url"), &question);
    assert_eq!(
        client.go_on("login", &again, json!({"url": {"action": "accept"}})).await.text(),
        "Accept(())"
    );
    assert_ne!(client.begin("login").await.question("url")["url"], question["url"]);
}

#[tokio::test]
async fn urls_that_a_tool_demands_are_questions() {
    let (client, traces) = client().await;
    let asked = client.begin("demanding").await;
    let keys: Vec<String> = asked.keys().into_iter().map(str::to_owned).collect();
    assert_eq!(keys.len(), 2);
    for key in &keys {
        let question = asked.question(key);
        assert_eq!((&question["mode"], question.get("elicitationId")), (&json!("url"), None));
    }
    let open = |action: &str| -> Value {
        keys.iter()
            .map(|key| (key.clone(), json!({"action": action})))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    let asked = client.go_on("demanding", &asked, open("accept")).await;
    assert!(asked.asks(), "opened is not done: {asked:?}");
    assert_eq!(client.go_on("demanding", &asked, open("accept")).await.text(), "welcome");

    traces.0.runs.store(0, Ordering::SeqCst);
    let asked = client.begin("demanding").await;
    let declined = client.go_on("demanding", &asked, open("decline")).await;
    assert!(declined.is_error() && declined.text().contains("https://archive.example/terms"), "{declined:?}");

    // A client that opens no URLs is told.
    let told = Client { capabilities: json!({"elicitation": {}}), ..client };
    traces.0.runs.store(0, Ordering::SeqCst);
    let told = told.begin("demanding").await;
    assert!(told.is_error() && told.code() == 0, "{told:?}");
}
