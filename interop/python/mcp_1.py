"""The Python SDK, `mcp` 1.x: `mcp_1.py TARGET FILE`, where TARGET is a URL or a command."""

import asyncio
import shlex
from contextlib import asynccontextmanager

from mcp import ClientSession, StdioServerParameters, stdio_client, types
from mcp.client.streamable_http import streamable_http_client

from play import Result, main


@asynccontextmanager
async def connect(target):
    if target.startswith("http"):
        async with streamable_http_client(target) as (read, write, _):
            yield read, write
    else:
        command, *args = shlex.split(target)
        async with stdio_client(StdioServerParameters(command=command, args=args)) as (read, write):
            yield read, write


async def call(target, tools, person):
    async def ask(_context, params):
        url = getattr(params, "url", None)
        action, content = await person.answer(params.message, url, getattr(params, "elicitationId", None))
        return types.ElicitResult(action=action, content=content)

    async def hear(message):
        match message:
            case types.ServerNotification(types.ElicitCompleteNotification(params=params)):
                person.completed.append(params.elicitationId)
            case Exception():
                raise message

    answers = {"elicitation_callback": ask} if person.declares == "all" else {}
    async with connect(target) as (read, write), ClientSession(read, write, message_handler=hear, **answers) as session:
        await session.initialize()
        await session.list_tools()
        result = None
        for name, arguments in tools:
            if callable(arguments):
                arguments = arguments(result)
            response = await session.call_tool(name, arguments)
            text = "".join(block.text for block in response.content)
            result = Result(text, response.isError, response.structuredContent)
        return result


asyncio.run(main(call, declares=["all", "nothing"]))
