"""Plays the cases of a file with a client, and tells how each went: `TARGET FILE MODE`.

A client is an async context manager `connect(target, person)`. It connects as `MODE` says, lists the tools and gives
a coroutine function `call(tool, arguments)`, which returns a `Result`.
"""

import asyncio
import json
import sys
import time
import urllib.request
from dataclasses import dataclass

PATIENCE = 20

# `legacy`, `auto` or a protocol revision; what that comes to with a server that speaks all of them.
TARGET, FILE, MODE = sys.argv[1:]
ERA, REVISION = ("session", "2025-11-25") if MODE == "legacy" else ("stateless", "2026-07-28")


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
        if answer.get("after") == "login":
            await self.browser
        else:
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


async def main(connect, declares=("all", "nothing"), breaks=True):
    """Plays the cases of the era, as far as the client can declare and answer what they say."""

    def playable(case):
        era = case.get("era", ERA) == ERA
        return era and case.get("declares", "all") in declares and (breaks or not case.get("breaks"))

    cases = [case for case in json.load(open(FILE)) if playable(case)]
    assert cases, f"no case of {FILE} can be played"
    failed = 0
    for case in cases:
        try:
            await asyncio.wait_for(play(connect, TARGET, case), PATIENCE)
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
