"""The Model Context Protocol, spoken by its public client for Python."""

import json
import os
import re

import pytest

from peers.tools import CannotInstall, Tools
from support.program import ended, missing, write

RIG = """\
version: 1
name: planted
time: virtual
boards:
  - {name: dut, firmware: ni-accessory, link: virtual, misbehaviour: FAULT, claims: {acd: "1.1"},
     position: [1, 2, 1]}
  - {name: phone, firmware: uci, use: helper, role: controller, link: virtual, position: [0, 0, 1]}
"""
# What is wrong with a board, and what a person who has only the answers must be able to read in them.
PLANTED = {
    "trailing-bytes-after-acd": r"37 bytes.*38 bytes",
    "outer-version-2": r"version.*1\.0.*2\.0",
    "rfu-not-zero": r"reserved.*55aa",
    "update-rate-5": r"update rate.*5",
    "inner-length-mismatch": r"length of the UWB part",
    "role-2": r"role.*2",
    "source-address-zero": r"address.*0x0000",
    "model-changes": r"model.*6.*7",
    "dies-on-initialize-with-junk": r"died.*0a[0-9a-f]{6}",
    "wedges-after-50-initializes": r"wedged",
    "never-starts": r"did-start.*nothing",
    "starts-twice": r"did-start is sent once|expected.{0,12}nothing.*did-start",
    "did-start-with-body": r"did-start has no body",
    "starts-late": r"did-start.*(nothing|after)",
    "radio-stays-off": r"0 with and \d+ without",
    "wrong-block-interval": r"block interval",
    "wrong-slots": r"slots",
    "ignores-sts-iv": r"another vector",
    "session-id-16-bit": r"session identifier",
    "accepts-truncated-configuration": r"cut.*did-start",
    "dies-on-truncated-configuration": r"died.*0b",
    "ignores-length-byte": r"wrong length byte.*did-start",
    "ignores-version": r"version.*does not start.*did-start",
    "starts-unconfigured": r"before any initialize.*did-start",
    "accepts-own-address": r"own address.*did-start",
    "forgets-configuration": r"configuration after one second",
    "no-did-stop": r"did-stop.*nothing",
    "three-did-stops": r"did-stop[^\"]*, did-stop[^\"]*, did-stop",
    "late-did-start": r"no did-start|nothing.*did-start",
    "wedges-after-stop-when-configured": r"wedged|still answered.*nothing",
    "dies-on-stop-with-junk": r"died.*0c[0-9a-f]{6}",
    "unsolicited-did-stop": r"did-stop|1 with and",
    "late-did-stop": r"did-stop",
}
LOOKS = {
    "check_rig", "compare_runs", "decode", "explain_case", "explain_pair", "inspect_board",
    "list_boards", "list_cases", "list_runs", "run_cases", "show_run",
}


@pytest.fixture(scope="module")
def python():
    try:
        return os.path.join(Tools().install("mcp"), "python")
    except CannotInstall as problem:
        missing(str(problem))


def test_causes(uwbrig, python, out, note):
    """A client that has nothing but the answers finds what is wrong with a board."""
    rigs = write(out, "rigs.json", json.dumps({name: RIG.replace("FAULT", name) for name in PLANTED}))
    script = os.path.join(os.path.dirname(__file__), "asking.py")
    with open(rigs, encoding="utf-8") as file:
        done = ended([python, script, uwbrig.path], together=False, stdin=file, cwd=out, timeout=600)
    assert done.status == 0, done.errors[-3000:]
    answer = json.loads(done.out)
    # Without a permit there is no tool that flashes or switches.
    assert set(answer["tools"]) == LOOKS
    lost = [
        name for name, cause in PLANTED.items()
        if not any(re.search(cause, text, re.S) for text in answer["answers"][name])
    ]
    found = len(PLANTED) - len(lost)
    assert found >= 0.95 * len(PLANTED), f"{found} of {len(PLANTED)}; not {lost}"
    note(f"{found} of {len(PLANTED)} causes found" + (f", not {', '.join(lost)}" if lost else ""))


def session(uwbrig, out, *messages, options=()):
    """What the server answers to these lines, by id."""
    lines = [each if isinstance(each, bytes) else json.dumps(each).encode() for each in messages]
    path = write(out, "lines", b"\n".join(lines) + b"\n")
    with open(path, "rb") as file:
        done = ended(uwbrig.command("mcp", *options), together=False, stdin=file, cwd=out, timeout=60)
    assert done.status == 0, done.errors
    answers = [json.loads(line) for line in done.out.splitlines()]
    return {answer["id"]: answer for answer in answers}


def call(number, tool, **arguments):
    return {
        "jsonrpc": "2.0", "id": number, "method": "tools/call",
        "params": {"name": tool, "arguments": arguments},
    }


NO_MESSAGES = {
    "torn": (b"{", -32700),
    "list": (b"[1]", -32600),
    "other version": (b'{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600),
    "no text": (b"\xff\xfe", -32700),
    "deep": (b"[" * 100_000, -32700),
    "long": (b"x" * 3_000_000, -32700),
}


@pytest.mark.parametrize("line, code", NO_MESSAGES.values(), ids=NO_MESSAGES)
def test_no_messages(uwbrig, out, line, code):
    """What is no message is refused, and the next one is answered."""
    answers = session(uwbrig, out, line, {"jsonrpc": "2.0", "id": 7, "method": "ping"})
    assert answers[None]["error"]["code"] == code and answers[7]["result"] == {}, answers


def test_permits(uwbrig, out):
    """Without its permit a tool is not there, and says which one it needs."""
    answers = session(uwbrig, out, call(1, "flash_board", board="lock", image="x.hex"))
    assert "--allow flash" in answers[1]["error"]["message"], answers
