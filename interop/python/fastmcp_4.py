"""`fastmcp` 4.x, which checks answers before it sends them."""

import asyncio
import shlex
from contextlib import asynccontextmanager

import mcp_types as types
from fastmcp import Client
from fastmcp.client.elicitation import ElicitResult
from fastmcp.client.transports import StdioTransport

from play import MODE, REVISION, Result, main


@asynccontextmanager
async def connect(target, person):
    async def ask(message, _type, params, _context):
        url = getattr(params, "url", None)
        action, content = await person.answer(message, url, getattr(params, "elicitation_id", None))
        return ElicitResult(action=action, content=content)

    async def hear(message):
        match message:
            case types.ElicitCompleteNotification(params=params):
                person.completed.append(params.elicitation_id)
            case Exception():
                raise message

    answers = {"elicitation_handler": ask} if person.declares == "all" else {}
    async with Client(transport(target), mode=MODE, message_handler=hear, **answers) as client:

        async def call(tool, arguments):
            result = await client.call_tool_mcp(tool, arguments)
            text = "".join(block.text for block in result.content)
            return Result(text, result.is_error, result.structured_content)

        assert client.protocol_version == REVISION, client.protocol_version
        await client.list_tools()
        yield call


def transport(target):
    if target.startswith("http"):
        return target
    command, *args = shlex.split(target)
    return StdioTransport(command, args, keep_alive=False)


asyncio.run(main(connect, breaks=False))
