// Plays the cases of a file with a client, and tells how each went: `TARGET FILE MODE`.
//
// A client is an async function `connect(target, person)`. It connects as `mode` says, lists the tools and gives an
// object with `call(tool, arguments)`, which resolves to { text, error, structured }, and `close()`.

const assert = require("node:assert/strict");
const fs = require("node:fs");
const { setTimeout: sleep } = require("node:timers/promises");

const PATIENCE = 20_000;

// `legacy`, `auto` or a protocol revision; what that comes to with a server that speaks all of them.
const [target, file, mode] = process.argv.slice(2);
const [era, revision] = mode === "legacy" ? ["session", "2025-11-25"] : ["stateless", "2026-07-28"];
Object.assign(exports, { mode, revision });

// Answers questions as the case says, and remembers them.
class Person {
  constructor({ declares = "all", answers = [] }) {
    this.declares = declares;
    this.answers = [...answers];
    this.questions = [];
    this.opened = [];
    this.completed = [];
    this.withdrawn = 0;
  }

  // The capability that the client declares, if any.
  capability() {
    return { all: { form: {}, url: {} }, bare: {}, nothing: undefined }[this.declares];
  }

  // An ElicitResult.
  async answer({ message, url, elicitationId }, signal) {
    this.questions.push(message);
    const { after = 0, opens, ...answer } = this.answers.shift();
    signal?.addEventListener("abort", () => this.withdrawn++);
    await (after === "login" ? this.browser : sleep(after * 1000));
    if (opens) {
      this.opened.push(elicitationId);
      this.browser = logIn(url);
    }
    return answer;
  }
}

async function logIn(url) {
  await sleep(200);
  assert.match(await (await fetch(url)).text(), /Log in/);
  assert.match(await (await fetch(url, { method: "POST" })).text(), /logged in/);
}

async function play(connect, target, scene) {
  const person = new Person(scene);
  const { calls, says, questions = [], error = false } = scene;
  const client = await connect(target, person);
  let result;
  try {
    const run = calls[0].startsWith("submit") ? await client.call("create_run", {}) : {};
    for (const tool of calls) result = await client.call(tool, { ...run.structured, ...scene.arguments });
    await person.browser;
  } finally {
    await client.close();
  }

  assert.equal(result.error, error, `isError is ${result.error}: ${result.text}`);
  for (const words of says) assert(result.text.includes(words), `"${words}" is not in "${result.text}"`);
  if (result.structured) {
    assert.deepEqual(JSON.parse(result.text), result.structured, "text and structured content differ");
  }
  assert.equal(person.questions.length, questions.length, `asked ${JSON.stringify(person.questions)}`);
  questions.forEach((words, at) => {
    assert(person.questions[at].includes(words), `"${words}" is not in "${person.questions[at]}"`);
  });
  if (scene.completes) assert.deepEqual(person.completed, person.opened, "what was opened did not complete");
  const late = (scene.answers ?? []).filter(({ after }) => after > 0).length;
  assert.equal(person.withdrawn, late, `${person.withdrawn} questions were withdrawn`);
}

// Plays the cases of the era.
exports.main = async (connect) => {
  const scenes = JSON.parse(fs.readFileSync(file)).filter((scene) => (scene.era ?? era) === era);
  assert(scenes.length > 0, `no case of ${file} can be played`);
  let failed = 0;
  for (const scene of scenes) {
    const patience = new AbortController();
    const late = sleep(PATIENCE, null, { signal: patience.signal }).then(() => assert.fail("no end"));
    late.catch(() => {});
    try {
      await Promise.race([play(connect, target, scene), late]);
      console.log(`  ok    ${scene.case}`);
    } catch (error) {
      failed++;
      console.log(`  FAIL  ${scene.case}: ${error.message}`);
    } finally {
      patience.abort();
    }
  }
  process.exit(failed > 0 ? 1 : 0);
};
