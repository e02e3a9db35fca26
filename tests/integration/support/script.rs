//! Calls with a scripted person, over every way that reaches one.

use nanohub_mcp::__private::audit_form;
use nanohub_mcp::Server;
use serde_json::{Value, json};

use crate::support::http::Site;
use crate::support::lines::Pipe;

/// What the person is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    pub mode: String,
    pub message: String,
    /// `requestedSchema` of a form, `url` of a URL.
    pub subject: Value,
}

impl Question {
    /// Every form that any test is shown is one that the revision allows.
    fn read(params: &Value, titled: bool) -> Self {
        if let Some(schema) = params.get("requestedSchema") {
            let faults = audit_form(schema, titled);
            assert!(faults.is_empty(), "{}\n{schema}", faults.join("\n"));
        }
        Self {
            mode: params["mode"].as_str().unwrap_or("form").to_owned(),
            message: params["message"].as_str().unwrap_or_default().to_owned(),
            subject: if params["mode"] == "url" {
                params["url"].clone()
            } else {
                params["requestedSchema"].clone()
            },
        }
    }
}

/// What the client sends back.
#[derive(Debug, Clone)]
pub enum Answer {
    Result(Value),
    /// A JSON-RPC error of the client's.
    Error(i64),
    /// Nothing, ever.
    Never,
}

pub fn accept(content: Value) -> Answer {
    Answer::Result(json!({"action": "accept", "content": content}))
}

pub fn decline() -> Answer {
    Answer::Result(json!({"action": "decline"}))
}

pub fn cancel() -> Answer {
    Answer::Result(json!({"action": "cancel"}))
}

/// One call and its person.
pub struct Scene<'a> {
    pub tool: &'a str,
    pub arguments: Value,
    pub revision: &'a str,
    pub capabilities: Value,
    pub person: &'a (dyn Fn(&Question) -> Answer + Sync),
}

/// What came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Story {
    pub questions: Vec<Question>,
    /// `result` or `error` of the response.
    pub response: Value,
}

impl Story {
    pub fn text(&self) -> &str {
        self.response["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no text: {self:?}"))
    }

    pub fn is_error(&self) -> bool {
        self.response["result"]["isError"] == true
    }
}

/// The ways in which a scene can be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    SessionHttp,
    SessionStdio,
    StatelessHttp,
    StatelessStdio,
}

pub const SESSIONS: [Stage; 2] = [Stage::SessionHttp, Stage::SessionStdio];

pub const STAGES: [Stage; 4] =
    [Stage::SessionHttp, Stage::SessionStdio, Stage::StatelessHttp, Stage::StatelessStdio];

impl Scene<'_> {
    pub async fn play(&self, server: &Server, stage: Stage) -> Story {
        match stage {
            Stage::SessionHttp => self.play_http(server).await,
            Stage::SessionStdio => self.play_stdio(server).await,
            Stage::StatelessHttp | Stage::StatelessStdio => self.play_stateless(server, stage, None).await.0,
        }
    }

    /// Plays the scene on these stages; the stories have to be the same.
    pub async fn play_on(&self, stages: &[Stage], server: impl Fn() -> Server) -> Story {
        let mut stories = Vec::new();
        for stage in stages {
            stories.push((stage, self.play(&server(), *stage).await));
        }
        let (_, first) = stories.remove(0);
        for (stage, story) in stories {
            assert_eq!(story, first, "{stage:?} tells another story of `{}`", self.tool);
        }
        first
    }

    /// Plays the scene without a session, and once more cold: with all the answers in the first request.
    pub async fn play_cold(&self, server: &Server) -> Story {
        let (_, answers) = self.play_stateless(server, Stage::StatelessHttp, None).await;
        self.play_stateless(server, Stage::StatelessHttp, Some(answers)).await.0
    }

    fn call(&self) -> Value {
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
               "params": {"name": self.tool, "arguments": self.arguments}})
    }

    fn answer(&self, request: &Value, questions: &mut Vec<Question>) -> Option<Value> {
        let question = Question::read(&request["params"], self.revision >= "2025-11-25");
        questions.push(question.clone());
        match (self.person)(&question) {
            Answer::Result(result) => Some(json!({"jsonrpc": "2.0", "id": request["id"], "result": result})),
            Answer::Error(code) => {
                Some(json!({"jsonrpc": "2.0", "id": request["id"], "error": {"code": code, "message": "no"}}))
            }
            Answer::Never => None,
        }
    }

    async fn play_http(&self, server: &Server) -> Story {
        let site = Site::start(server).await;
        let session = site.initialize(self.revision, self.capabilities.clone()).await;
        let headers = [("Mcp-Session-Id", &*session)];
        let mut response = site.post("/mcp", &headers, &self.call()).await;
        let mut questions = Vec::new();
        loop {
            let message = response.message().await.expect("a response before the end");
            if message["method"] == "elicitation/create" {
                if let Some(answer) = self.answer(&message, &mut questions) {
                    assert_eq!(site.post("/mcp", &headers, &answer).await.status, 202);
                }
            } else if message["id"] == 1 {
                return Story { questions, response: outcome(message) };
            }
        }
    }

    async fn play_stdio(&self, server: &Server) -> Story {
        let mut pipe = Pipe::initialized(server, self.revision, self.capabilities.clone()).await;
        pipe.send(&self.call()).await;
        let mut questions = Vec::new();
        loop {
            let message = pipe.receive().await;
            if message["method"] == "elicitation/create" {
                if let Some(answer) = self.answer(&message, &mut questions) {
                    pipe.send(&answer).await;
                }
            } else if message["id"] == 1 {
                return Story { questions, response: outcome(message) };
            }
        }
    }
}

impl Scene<'_> {
    /// Plays the scene in rounds; gives the story and the answers by key.
    async fn play_stateless(&self, server: &Server, stage: Stage, cold: Option<Value>) -> (Story, Value) {
        let mut wire = match stage {
            Stage::StatelessStdio => Wire::Pipe(Box::new(Pipe::open(server))),
            _ => Wire::Site(Site::start(server).await),
        };
        let mut questions = Vec::new();
        let mut answers = json!({});
        let mut sealed = Value::Null;
        let mut round = cold.unwrap_or(Value::Null);
        for id in 1.. {
            let mut params = json!({"name": self.tool, "arguments": self.arguments,
                                    "_meta": stateless_meta(self.capabilities.clone())});
            if !round.is_null() {
                params["inputResponses"] = round.take();
            }
            if !sealed.is_null() {
                params["requestState"] = sealed.take();
            }
            let mut message = wire.request(id, "tools/call", self.tool, params).await;
            let result = &mut message["result"];
            if result["resultType"] != "input_required" {
                if let Value::Object(members) = result {
                    assert_eq!(members.remove("resultType"), Some(json!("complete")));
                    let meta = members.remove("_meta").unwrap_or_default();
                    assert!(meta["io.modelcontextprotocol/serverInfo"]["name"].is_string(), "{meta}");
                }
                return (Story { questions, response: outcome(message) }, answers);
            }
            sealed = result["requestState"].take();
            round = json!({});
            for (key, request) in result["inputRequests"].as_object().expect("input requests") {
                assert_eq!(request["method"], "elicitation/create");
                let question = Question::read(&request["params"], true);
                questions.push(question.clone());
                match (self.person)(&question) {
                    Answer::Result(answer) => {
                        answers[key] = answer.clone();
                        round[key] = answer;
                    }
                    other => panic!("{other:?} does not exist without a session"),
                }
            }
        }
        unreachable!("a call ends")
    }
}

/// `_meta` of a request without a session.
pub fn stateless_meta(capabilities: Value) -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": capabilities,
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
    })
}

enum Wire {
    Site(Site),
    Pipe(Box<Pipe>),
}

impl Wire {
    async fn request(&mut self, id: u32, method: &str, name: &str, params: Value) -> Value {
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        match self {
            Self::Site(site) => {
                let mut response = site.stateless(method, name, &message).await;
                loop {
                    let message = response.message().await.expect("a response before the end");
                    if message["id"] == id {
                        return message;
                    }
                }
            }
            Self::Pipe(pipe) => {
                pipe.send(&message).await;
                loop {
                    let message = pipe.receive().await;
                    if message["id"] == id {
                        return message;
                    }
                }
            }
        }
    }
}

fn outcome(mut message: Value) -> Value {
    if let Value::Object(members) = &mut message {
        members.remove("jsonrpc");
        members.remove("id");
    }
    message
}
