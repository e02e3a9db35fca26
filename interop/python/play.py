"""Plays the cases of a file with a client, and tells how each went.

A client is an async context manager `connect(target, person)`. It connects, lists the tools and gives a coroutine
function `call(tool, arguments)`, which returns a `Result`.
"""

import asyncio
import json
import sys
import time
import urllib.request
from dataclasses import dataclass

PATIENCE = 20


@dataclass
class Result:
    text: str
    error: bool
    structured: dict | None


class Person:
    """Answers questions as the case says, and remembers them."""

    def __init__(self, case):
        self.declares = case.get("declares", "all")
        self.answers = list(case.get("answers", []))
        self.questions = []
        self.opened = []
        self.completed = []
        self.browser = None

    async def answer(self, message, url=None, elicitation_id=None):
        """The action and the content."""
        self.questions.append(message)
        answer = self.answers.pop(0)
        await asyncio.sleep(answer.get("after", 0))
        if answer.get("opens"):
            self.opened.append(elicitation_id)
            self.browser = asyncio.create_task(asyncio.to_thread(log_in, url))
        return answer["action"], answer.get("content")


def log_in(url):
    time.sleep(0.2)
    with urllib.request.urlopen(url) as page:
        assert b"Log in" in page.read()
    with urllib.request.urlopen(url, data=b"") as page:
        assert b"logged in" in page.read()


async def play(connect, target, case):
    person = Person(case)
    async with connect(target, person) as call:
        arguments = case.get("arguments", {})
        if case["calls"][0].startswith("submit"):
            run = await call("create_run", {})
            arguments = {**run.structured, **arguments}
        for tool in case["calls"]:
            result = await call(tool, arguments)
        if person.browser:
            await person.browser

    assert result.error == case.get("error", False), f"isError is {result.error}: {result.text}"
    for words in case["says"]:
        assert words in result.text, f"{words!r} is not in {result.text!r}"
    if result.structured is not None:
        assert json.loads(result.text) == result.structured, "text and structured content differ"
    asked = case.get("questions", [])
    assert len(person.questions) == len(asked), f"asked {person.questions}"
    for words, question in zip(asked, person.questions):
        assert words in question, f"{words!r} is not in {question!r}"
    if case.get("completes"):
        assert person.completed == person.opened, f"opened {person.opened}, completed {person.completed}"


async def main(connect, declares):
    """Plays a file of cases: `TARGET FILE`. `declares` says which capabilities the client can declare."""
    target, file = sys.argv[1:]
    failed = 0
    for case in json.load(open(file)):
        if case.get("declares", "all") not in declares:
            continue
        try:
            await asyncio.wait_for(play(connect, target, case), PATIENCE)
            print(f"  ok    {case['case']}", flush=True)
        except Exception as error:
            failed += 1
            print(f"  FAIL  {case['case']}: {reason(error)}", flush=True)
    sys.exit(failed > 0)


def reason(error):
    """The first error inside a group of them."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error) or repr(error)
