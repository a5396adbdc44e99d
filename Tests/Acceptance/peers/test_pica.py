"""Clients that were written for google/pica, on our boards. Their exchanges are in `pica/client.py`."""

import asyncio
import os
import re
import socket
import subprocess
import sys
import threading

import pytest

from peers.pica import client
from support.journal import Journal
from support.program import write

PEER = "client of pica"
VERSION = "as measured"


@pytest.fixture
def port(virtual):
    """Boards as pica's clients expect them."""
    return virtual("--uci-tcp", "0", "--personality", "pica").ready["uci"][0]["port"]


@pytest.mark.parametrize("is_mode_first", [True, False])
def test_ranging(port, row, is_mode_first):
    """two clients wait for READY, configure contention and range, with short and with long addresses"""
    asyncio.run(client.ranging(port, is_mode_first))
    if not is_mode_first:
        row(PEER, VERSION, "client → virtual board", "ok")


@pytest.mark.parametrize("size", [100, 1024, 5000])
def test_data(port, row, size):
    """a client sends data to an idle session, and waits for a credit after each segment"""
    asyncio.run(client.data(port, size))
    if size == 5000:
        row(PEER, VERSION, "client → virtual board", "ok: 5 segments")


def test_earlier_data(port):
    """a client of an earlier version gives fewer parameters"""
    asyncio.run(client.data(port, 5000, is_earlier=True))


@pytest.mark.parametrize("personality", ["fira2-qorvo", "fira1", "nxp", "pica"])
def test_ready(virtual, personality):
    """every board on TCP says READY to whoever connects"""
    port = virtual("--uci-tcp", "0", "--personality", personality).ready["uci"][0]["port"]

    async def listen():
        host = await client.Host.connected(port, "0001")
        if personality == "nxp":
            await host.expect("6001000100")
        await host.expect(client.READY)
        host.writer.close()

    asyncio.run(listen())


RIG = """\
version: 1
name: pica
time: real
boards:
  - {{name: anchor, firmware: uci, role: controller, use: device, link: "tcp://127.0.0.1:{port}"}}
"""
# Cases with a fence while a session ranges, which ends pica's process.
FENCED = "UR04|US20|US33|US34|UR24|UR25|UR26|UD02|UD06"


class Restarted:
    """The server that stands in for pica, started again whenever it has died."""

    def __init__(self, folder):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            self.port = listener.getsockname()[1]
        script = os.path.join(os.path.dirname(os.path.abspath(client.__file__)), "server.py")
        self.command = [sys.executable, script, str(self.port)]
        self.words = os.path.join(folder, "server.log")
        self.is_over = False
        self.start()
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()

    def start(self):
        with open(self.words, "ab") as words:
            self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=words)
        self.process.stdout.readline()

    def watch(self):
        while self.process.wait() is not None and not self.is_over:
            self.process.stdout.close()
            self.start()

    def stop(self):
        self.is_over = True
        self.process.kill()
        self.thread.join()
        self.process.stdout.close()


@pytest.fixture
def restarted(folder):
    """The server, and a rig file that leads to it."""
    server = Restarted(folder)
    yield write(folder, "rig.yaml", RIG.format(port=server.port))
    server.stop()


def test_inspected(uwbrig, restarted):
    """a device that carries out nothing before a reset is reset, and says what it is"""
    words = uwbrig.succeed("inspect", "anchor", "--rig", restarted, timeout=60)
    assert "in the state ERROR" in words and "capabilities" in words, words


PAGE = os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "../../../Sources/Program/uwbrig/Documentation.docc/Pica.md")


@pytest.mark.nightly
def test_page(uwbrig, folder, restarted, note):
    """the whole suite ends, and each case that fails has its cause in the table of the page, and no other"""
    run = os.path.join(folder, "run")
    done = uwbrig.ended(
        "run", "--rig", restarted, "--out", run, "--progress", "none", "suite(uci)", timeout=900)
    assert done.status == 1, str(done)
    verdicts = Journal(run).verdicts()
    assert not [name for name, (verdict, _) in verdicts.items() if verdict in ("ERROR", "INCONCLUSIVE")]
    found = {re.split("[@[]", name)[0] for name, (verdict, _) in verdicts.items() if verdict == "FAIL"}
    with open(PAGE, encoding="utf-8") as page:
        rows = [line.split("|")[2].partition(";")[0] for line in page if re.match(r"\| .+ \| [UW]", line)]
    told = set(re.findall(r"\b[UW][A-Z]?\d\d\b", " ".join(rows)))
    assert found == told, f"not told: {sorted(found - told)}; told and not found: {sorted(told - found)}"
    note(f"{len(verdicts)} instances, {len(found)} cases fail, {len(rows)} causes")


def test_as_device(uwbrig, folder, restarted, note):
    """a device that dies of a fence while it ranges: the first case fails, the others judge what they are about"""
    run = os.path.join(folder, "run")
    done = uwbrig.ended(
        "run", "--rig", restarted, "--out", run, "--progress", "none", FENCED, timeout=120)
    assert done.status == 1, str(done)
    cases = Journal(run).verdicts()
    assert not [each for each, _ in cases.values() if each in ("ERROR", "INCONCLUSIVE")], str(done)
    died = [name for name, (_, reason) in cases.items() if "it hung up" in reason]
    assert len(died) == 1, f"died in {died}: {done}"
    note(f"{len(cases)} cases, died in {died[0]}")
