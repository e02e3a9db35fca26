"""The Python SDK, `mcp` 2.x."""

import asyncio
import shlex
from contextlib import asynccontextmanager

import mcp_types as types
from mcp import Client, StdioServerParameters

from play import MODE, REVISION, Result, main


@asynccontextmanager
async def connect(target, person):
    async def ask(_context, params):
        url = getattr(params, "url", None)
        action, content = await person.answer(params.message, url, getattr(params, "elicitation_id", None))
        return types.ElicitResult(action=action, content=content)

    async def hear(message):
        match message:
            case types.ElicitCompleteNotification(params=params):
                person.completed.append(params.elicitation_id)
            case Exception():
                raise message

    answers = {"elicitation_callback": ask} if person.declares == "all" else {}
    async with Client(server(target), mode=MODE, message_handler=hear, **answers) as client:

        async def call(tool, arguments):
            result = await client.call_tool(tool, arguments)
            text = "".join(block.text for block in result.content)
            return Result(text, result.is_error, result.structured_content)

        assert client.protocol_version == REVISION, client.protocol_version
        await client.list_tools()
        yield call


def server(target):
    if target.startswith("http"):
        return target
    command, *args = shlex.split(target)
    return StdioServerParameters(command=command, args=args)


asyncio.run(main(connect))
