"""Clients that were written for google/pica, on our boards. Their exchanges are in `pica/client.py`."""

import asyncio
import os
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


def test_as_device(uwbrig, folder, note):
    """a device that dies of a fence while it ranges: the first case fails, the others judge what they are about"""
    server = Restarted(folder)
    try:
        run = os.path.join(folder, "run")
        rig = write(folder, "rig.yaml", RIG.format(port=server.port))
        done = uwbrig.ended("run", "--rig", rig, "--out", run, "--progress", "none", FENCED, timeout=120)
    finally:
        server.stop()
    assert done.status == 1, str(done)
    cases = Journal(run).verdicts()
    assert not [each for each, _ in cases.values() if each in ("ERROR", "INCONCLUSIVE")], str(done)
    died = [name for name, (_, reason) in cases.items() if "it hung up" in reason]
    assert len(died) == 1, f"died in {died}: {done}"
    note(f"{len(cases)} cases, died in {died[0]}")
