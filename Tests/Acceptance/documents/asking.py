"""A client of the Model Context Protocol that knows nothing of this repository: it reads faulty boards
as rig files, one JSON object on standard input, and prints what the server says of each."""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters, stdio_client

# Groups of failures that it asks about.
MOST = 8


async def text_of(session, tool, **arguments):
    answer = await session.call_tool(tool, arguments)
    texts = [part.text for part in answer.content]
    failed = getattr(answer, "is_error", None) or getattr(answer, "isError", None)
    assert not failed, f"{tool}: {texts}"
    return texts[-1]


async def cause(session, rig):
    """Runs the cases on a rig, and asks about the case that tells each group of failures best."""
    result = json.loads(
        await text_of(session, "run_cases", filter="!tag(slow)", rig_text=rig))
    # What varies from board to board is told, and fails nothing.
    told = [json.dumps(case) for case in result["cases"] if case["verdict"] == "FINDING"]
    for group in result.get("groups", [])[:MOST]:
        text = await text_of(session, "explain_case", run=result["run"], case=group["leading"])
        document = json.loads(text)
        assert document["case"]["reproduce"].startswith("uwbrig run"), document["case"]
        assert document["case"]["requirement"] and document["case"]["source"], document["case"]
        told.append(text)
    return told


async def main():
    program, rigs = sys.argv[1], json.load(sys.stdin)
    server = StdioServerParameters(command=program, args=["mcp"])
    async with stdio_client(server) as (reading, writing):
        async with ClientSession(reading, writing) as session:
            await session.initialize()
            tools = {tool.name for tool in (await session.list_tools()).tools}
            answers = {name: await cause(session, rig) for name, rig in rigs.items()}
    json.dump({"tools": sorted(tools), "answers": answers}, sys.stdout)


asyncio.run(main())
