//! Runs on a cluster, submitted only once the user has said how: a form, a fallback for clients without
//! forms, and a page to log in on.
//!
//! Run with: `cargo run --example batch`

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, State};
use axum::response::Html;
use axum::routing::get;
use nanohub_mcp::{Ctx, ElicitChoice, ElicitForm, Elicited, Server, ToolError, tool, tools};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::net::TcpListener;

/// Prepare a run. It is not submitted yet: `submit_batch` does that.
#[tool]
fn create_run(
    cluster: &Cluster,
    /// Cores to run on.
    #[arg(default = 16, range = 1..=512)]
    cores: u32,
    /// Hours to run for.
    #[arg(default = 2, range = 1..=72)]
    hours: u32,
) -> Run {
    cluster.create(cores * hours)
}

/// Where and how a batch runs.
#[derive(ElicitForm)]
struct Submit {
    /// Queue to submit to.
    #[form(default = Queue::Standby, required)]
    queue: Queue,
    /// Send an e-mail when the run ends.
    #[form(default = true)]
    notify: bool,
}

#[derive(Clone, Copy, ElicitChoice, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Queue {
    Standby,
    Long,
}

/// Submit a prepared run to the cluster, once the user has confirmed.
#[tool(title = "Submit a batch run")]
async fn submit_batch(
    ctx: &Ctx,
    cluster: &Cluster,
    /// Handle returned by `create_run`.
    run_handle: String,
) -> Result<Submission, ToolError> {
    let estimate = ctx.once("estimate", cluster.estimate(&run_handle)).await?;
    let question = ctx.elicit::<Submit>(format!("Submit this {estimate} core-hour run?"));
    match question.fallback("submit_batch_confirmed").await? {
        Elicited::Accept(Submit { queue, notify }) => cluster.submit(&run_handle, queue, notify),
        Elicited::Decline | Elicited::Cancel => Ok(Submission::CANCELLED),
    }
}

/// Submit a prepared run with what the user said in the conversation. Only where `submit_batch` could not
/// ask.
#[tool(title = "Submit a batch run as agreed")]
fn submit_batch_confirmed(
    cluster: &Cluster,
    /// Handle returned by `create_run`.
    run_handle: String,
    /// Queue to submit to.
    queue: Queue,
    /// Send an e-mail when the run ends.
    notify: bool,
) -> Result<Submission, ToolError> {
    cluster.submit(&run_handle, queue, notify)
}

/// Connect the user's archive, so that runs can read files there. The user logs in on a page of the archive.
#[tool(title = "Connect the archive")]
async fn authorize_source(ctx: &Ctx, archive: &Archive) -> Result<&'static str, ToolError> {
    if archive.connected.load(Ordering::Relaxed) {
        return Ok("The archive is connected.");
    }
    let question = ctx.elicit_url_with("Log in to the archive.", |id| format!("{}/{id}", archive.login));
    Ok(match question.completed().fallback("authorize_source").await? {
        Elicited::Accept(()) => "The archive is connected.",
        Elicited::Decline | Elicited::Cancel => "The user did not log in; runs cannot read the archive.",
    })
}

#[tokio::main]
async fn main() -> nanohub_mcp::Result<()> {
    let page = TcpListener::bind("127.0.0.1:0").await?;
    let archive =
        Archive { login: format!("http://{}/login", page.local_addr()?), connected: Arc::default() };
    let server = Server::builder("batch", env!("CARGO_PKG_VERSION"))
        .description("Prepares runs and submits them to a cluster")
        .state(Cluster::default())
        .state(archive.clone())
        .tools(tools![create_run, submit_batch, submit_batch_confirmed, authorize_source])
        .build()?;
    let login = Router::new()
        .route("/login/{id}", get(show_login).post(log_in))
        .with_state((archive, server.clone()));
    tokio::spawn(async move { axum::serve(page, login).await });
    nanohub_mcp::cli::run(server).await
}

/// A cluster in memory.
#[derive(Default)]
struct Cluster {
    /// Core-hours of the runs that wait to be submitted.
    prepared: Mutex<HashMap<String, u32>>,
    created: AtomicUsize,
}

#[derive(Serialize, JsonSchema)]
struct Run {
    run_handle: String,
}

#[derive(Serialize, JsonSchema)]
struct Submission {
    status: &'static str,
    job: Option<Job>,
}

#[derive(Serialize, JsonSchema)]
struct Job {
    id: String,
    queue: Queue,
    notify: bool,
}

impl Submission {
    const CANCELLED: Self = Self { status: "cancelled_by_user", job: None };
}

impl Cluster {
    fn create(&self, core_hours: u32) -> Run {
        let run_handle = format!("run-{}", self.created.fetch_add(1, Ordering::Relaxed));
        self.prepared().insert(run_handle.clone(), core_hours);
        Run { run_handle }
    }

    /// Asks the scheduler, which takes its time.
    async fn estimate(&self, run_handle: &str) -> Result<u32, ToolError> {
        tokio::time::sleep(Duration::from_millis(20)).await;
        self.prepared().get(run_handle).copied().ok_or_else(unknown)
    }

    fn submit(&self, run_handle: &str, queue: Queue, notify: bool) -> Result<Submission, ToolError> {
        self.prepared().remove(run_handle).ok_or_else(unknown)?;
        let job = Job { id: run_handle.replace("run", "job"), queue, notify };
        Ok(Submission { status: "submitted", job: Some(job) })
    }

    fn prepared(&self) -> MutexGuard<'_, HashMap<String, u32>> {
        self.prepared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn unknown() -> ToolError {
    ToolError::new("no run of this handle waits to be submitted; `create_run` prepares one")
}

/// Another party's service, with a login page of its own.
#[derive(Clone)]
struct Archive {
    login: String,
    connected: Arc<AtomicBool>,
}

/// The page that the user opens.
async fn show_login() -> Html<&'static str> {
    Html("<title>Archive</title><form method=post>Let runs read your files? <button>Log in</button></form>")
}

/// Where the page calls back when the user is done.
async fn log_in(
    State((archive, server)): State<(Archive, Server)>,
    Path(id): Path<String>,
) -> Html<&'static str> {
    archive.connected.store(true, Ordering::Relaxed);
    server.complete_elicitation(&id);
    Html("<title>Archive</title>You are logged in, and can close this page.")
}
