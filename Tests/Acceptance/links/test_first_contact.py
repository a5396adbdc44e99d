"""The kits that people have on their desks answer at the first call."""

import json
import os

import pytest

from links.kits import (
    AsksByStatus, BannerKit, Board, FirstQorvo, HastyKit, Kit, Loses, LosesAnswer, PnPReceiver, QM35, SR250,
    ServedKit, StillRanging, WantsReset, packet)
from support.program import write

# Half a GET_DEVICE_INFO, and what ModemManager says to every new port.
HALF, MODEM = bytes.fromhex("2002"), b"AT\r"
# The beginning of a data packet with 200 bytes, of a program that was killed.
HALF_OF_DATA = bytes.fromhex("010000c8 01000000 0000") + bytes(60)
# The end of a ranging report, and one that begins as a packet does and is none.
TAIL, MISLEADING = bytes(9), bytes.fromhex("41020096")
# The answer to the question of a program that was killed, and a report of which the rest was dropped.
OWED, CUT = packet(2, 0, 2, Board({}).information), packet(3, 2, 0, bytes(29))[:20]

KITS = {
    "qm33-1.1.1": dict(make=Board),
    "qm33-1.1.1-half-a-command": dict(make=Board, held=HALF),
    "qm33-1.1.1-modem-manager": dict(make=Board, held=MODEM),
    "qm33-1.1.1-inside-a-packet": dict(make=Board, says=TAIL),
    "qm33-1.1.1-inside-a-packet-like-another": dict(make=Board, says=MISLEADING),
    "qm33-1.1.1-half-of-data": dict(make=Board, held=HALF_OF_DATA),
    "qm33-1.1.1-owing-an-answer": dict(make=Board, says=OWED),
    "qm33-1.1.1-inside-a-report": dict(make=Board, says=CUT),
    "qm33-1.1.1-still-ranging": dict(make=StillRanging, says=TAIL),
    "qm33-0.1.1": dict(make=FirstQorvo),
    "qm33-0.1.1-tcp": dict(make=FirstQorvo, kind=ServedKit),
    "qm33-0.1.1-banner-tcp": dict(make=FirstQorvo, kind=BannerKit),
    "qm33-0.1.1-hasty-tcp": dict(make=FirstQorvo, kind=HastyKit),
    "asks-by-status": dict(make=AsksByStatus),
    "wants-a-reset": dict(make=WantsReset),
    "qm35": dict(make=QM35),
    "sr250": dict(make=SR250, receiver=PnPReceiver),
}
SETUP = '    setup: ["2F000002 0101", "2F21000103"]\n    framing: nxp-pnp\n'
# What no board may be failed for: answers, resets, sessions, the life of one.
CASES = " | ".join(f"id({name})" for name in """
    UC01 UC02 UC04 UC05 UC07 UC12 US01 US04 US05 US06 US09 US10 US12 US17 UR01 UR02 UR06 UR07 UR10
    UR12""".split())


def each(*nightly, without=()):
    """A test of all kits, some of them at night alone."""
    return pytest.mark.parametrize("bench", [
        pytest.param(name, marks=pytest.mark.nightly if name in nightly else ())
        for name in KITS if name not in without], indirect=True)


@pytest.fixture
def bench(request, folder):
    """A rig with two boards of a kind."""
    options = dict(KITS[request.param])
    make, kind, air, kits = options.pop("make"), options.pop("kind", Kit), {}, []
    rig = "version: 1\nname: desk\ntime: real\nboards:\n"
    for name, role in (("anchor", "controller"), ("mobile", "controlee")):
        path = os.path.join(folder, name)
        kits.append(kind(path, make(air), **options))
        rig += f"  - name: {name}\n    firmware: uci\n    use: device\n    role: {role}\n"
        rig += f'    link: "{kits[-1].link}"\n' + (SETUP if make is SR250 else "")
    name = "qm33-0.1.1" if request.param.startswith("qm33-0.1.1") else request.param
    yield write(folder, "rig.yaml", rig), kits, name
    for kit in kits:
        kit.end()


@each()
def test_range(uwbrig, bench):
    """range gives distances"""
    rig, kits, name = bench
    words = uwbrig.succeed(
        "range", "anchor", "mobile", "--rig", rig, "--rounds", "5", "--json", timeout=60, together=False)
    lines = [json.loads(line) for line in words.splitlines() if line.startswith("{")]
    rounds = [line for line in lines if line["kind"] == "round"]
    assert len(rounds) == 5 and all(line["distance_m"] == 1.57 for line in rounds), words
    assert all(line["rssi_dbm"] == -65 for line in rounds) == (name != "qm33-0.1.1")
    assert name != "qm33-0.1.1" or all(kit.restarts >= 1 for kit in kits)


@each()
def test_inspect(uwbrig, bench):
    """inspect reads what the board says of itself"""
    rig, _, name = bench
    words = uwbrig.succeed("inspect", "anchor", "--rig", rig, "--json", timeout=60, together=False)
    channel = json.loads(words)["boards"][0]["channels"][-1]
    assert channel["trouble"] is None, words
    found = {item["name"]: item["value"] for item in channel["items"]}
    generation = "fira1" if name == "qm33-0.1.1" else "fira2"
    vendor = {"sr250": "+nxp", "qm35": "", "qm33-0.1.1": ""}.get(name, "+qorvo")
    assert found["dialect"] == generation + vendor, words


@each()
def test_console(uwbrig, bench):
    """console gets an answer to each line"""
    rig, kits, name = bench
    said = b"2000000100\nCORE_GET_DEVICE_INFO_CMD\nCORE_GET_CAPS_INFO_CMD\n"
    path = write(os.path.dirname(rig), "said", said)
    with open(path, "rb") as lines:
        words = uwbrig.succeed(
            "console", "anchor", "--rig", rig, "--json", timeout=60, together=False, stdin=lines)
    names = [json.loads(line)["name"] for line in words.splitlines()]
    for answer in ("CORE_DEVICE_RESET_RSP", "CORE_GET_DEVICE_INFO_RSP", "CORE_GET_CAPS_INFO_RSP"):
        assert answer in names, words
    assert name != "qm33-0.1.1" or kits[0].restarts == 1


@each(
    "qm33-0.1.1-banner-tcp", "qm33-0.1.1-hasty-tcp", "qm33-1.1.1-half-of-data",
    "qm33-1.1.1-inside-a-packet-like-another")
def test_run(uwbrig, bench, out, request):
    """run brings the boards to their start state and judges them"""
    rig = bench[0]
    run = os.path.join(out, request.node.callspec.params["bench"])
    done = uwbrig.ended("run", "--rig", rig, "--out", run, "--progress", "none", CASES, timeout=300)
    assert done.status == 0, done


@pytest.fixture
def losing(folder):
    """A rig whose controller loses the command with a number."""
    kits = []

    def make(number, board=Loses):
        air, rig = {}, "version: 1\nname: desk\ntime: real\nboards:\n"
        for name, role in (("anchor", "controller"), ("mobile", "controlee")):
            kits.append(Kit(os.path.join(folder, name), board(air)))
            rig += f'  - {{name: {name}, firmware: uci, role: {role}, link: "{kits[-1].link}"}}\n'
        kits[0].board.number = number
        return write(folder, "rig.yaml", rig), kits[0].board

    yield make
    for kit in kits:
        kit.end()


@pytest.mark.parametrize("lost", [Loses, LosesAnswer])
@pytest.mark.parametrize("number", range(1, 7))
def test_lost_command_of_range(uwbrig, losing, number, lost):
    """range loses a command or its answer: reset, fence, identity, session, configuration, start"""
    rig, board = losing(number, lost)
    words = uwbrig.ended("range", "anchor", "mobile", "--rig", rig, "--rounds", "2", timeout=60)
    assert words.status == 0 and "1.57" in words.out and "sent again" in words.out, str(words)
    assert board.commands > number


@pytest.mark.parametrize("number", [1, 2])
def test_lost_command_of_inspect(uwbrig, losing, number):
    """inspect loses either of its commands"""
    rig, _ = losing(number)
    words = uwbrig.succeed("inspect", "anchor", "--rig", rig, timeout=60)
    assert "sent again" in words and "capabilities" in words, words


@pytest.mark.parametrize("number", [1, 2, 3])
def test_lost_command_of_console(uwbrig, losing, number):
    """console asks again for what only asks; another command is said to have had no answer"""
    rig, _ = losing(number)
    said = b"CORE_DEVICE_RESET_CMD\nCORE_GET_DEVICE_INFO_CMD\nCORE_GET_CAPS_INFO_CMD\n"
    path = write(os.path.dirname(rig), "said", said)
    with open(path, "rb") as lines:
        words = uwbrig.succeed(
            "console", "anchor", "--rig", rig, "--json", timeout=60, together=False, stdin=lines)
    names = [json.loads(line)["name"] for line in words.splitlines()]
    assert "CORE_GET_CAPS_INFO_RSP" in names and "CORE_GET_DEVICE_INFO_RSP" in names, words


# The end of a connection to a terminal server may overtake what was sent before it: the replay of a chip
# that restarts behind one ends where that happened.
@each(
    "qm33-1.1.1-modem-manager", "qm33-1.1.1-inside-a-packet-like-another", "qm33-1.1.1-half-of-data",
    "qm33-1.1.1-owing-an-answer", "qm33-1.1.1-inside-a-report", "qm33-1.1.1-still-ranging", "asks-by-status",
    "wants-a-reset", without=[name for name in KITS if name.endswith("-tcp")])
def test_shared(uwbrig, bench, folder):
    """a recording for others holds nothing of whose boards they are, and replays"""
    rig, kits, name = bench
    mine = os.path.join(folder, "mine")
    done = uwbrig.ended(
        "record", "--for-sharing", "anchor", "mobile", "--rig", rig, "--out", mine, "--json",
        "--progress", "none", timeout=300, together=False, cwd=folder)
    document = json.loads(done.out)
    assert document["left"] == 0, document
    assert not document["differences"], document["differences"]
    assert done.status == 0 and document["replayed"] > 20, document
    assert document["verdicts"]["PASS"] > 20, document["verdicts"]
    journal = open(os.path.join(mine, "events.ndjson")).read()
    for kit in kits:
        assert kit.link.partition(":")[2] not in journal
    # The identity of the chip, as the stand-in of 1.1.1 has it.
    assert "505634583230" not in journal
    uwbrig.succeed("inspect", "board", "--rig", f"replay:{mine}?mode=tolerant", timeout=60)
    # A chip that restarts does so when the replay comes to it, and not upon the resets of `range`.
    if name.startswith("qm33-0.1.1"):
        return
    # Whether the session that is like it was one with a peer is the recording's.
    done = uwbrig.ended(
        "range", "board", "board-2", "--rig", f"replay:{mine}?mode=tolerant", "--rounds", "2", timeout=60)
    assert done.status in (0, 1) and "rounds    2" in done.out, done
