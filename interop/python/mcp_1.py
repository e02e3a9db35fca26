"""The Python SDK, `mcp` 1.x."""

import asyncio
import shlex
from contextlib import asynccontextmanager

from mcp import ClientSession, StdioServerParameters, stdio_client, types
from mcp.client.streamable_http import streamable_http_client

from play import REVISION, Result, main


@asynccontextmanager
async def connect(target, person):
    async def ask(_context, params):
        url = getattr(params, "url", None)
        action, content = await person.answer(params.message, url, getattr(params, "elicitationId", None))
        return types.ElicitResult(action=action, content=content)

    async def hear(message):
        match message:
            case types.ServerNotification(root=types.ElicitCompleteNotification(params=params)):
                person.completed.append(params.elicitationId)
            case Exception():
                raise message

    answers = {"elicitation_callback": ask} if person.declares == "all" else {}
    async with streams(target) as (read, write):
        async with ClientSession(read, write, message_handler=hear, **answers) as session:

            async def call(tool, arguments):
                result = await session.call_tool(tool, arguments)
                text = "".join(block.text for block in result.content)
                return Result(text, result.isError, result.structuredContent)

            revision = (await session.initialize()).protocolVersion
            assert revision == REVISION, revision
            await session.list_tools()
            yield call


@asynccontextmanager
async def streams(target):
    if target.startswith("http"):
        async with streamable_http_client(target) as (read, write, _):
            yield read, write
    else:
        command, *args = shlex.split(target)
        async with stdio_client(StdioServerParameters(command=command, args=args)) as (read, write):
            yield read, write


asyncio.run(main(connect))
