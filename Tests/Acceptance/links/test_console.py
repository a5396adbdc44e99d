"""The console at a terminal: prompt, completion, history, and lines that come while one is typed."""

import os
import pty
import re
import select
import subprocess
import time

import pytest

from support.program import end, write

PROMPT = "anchor> "


class Screen:
    """A program at a terminal of its own, and the words that it has put there."""

    def __init__(self, command, folder, term="xterm"):
        self.words = ""
        settings = {
            **os.environ, "TERM": term, "XDG_STATE_HOME": folder, "LC_ALL": "C.UTF-8", "COLUMNS": "80"}
        self.terminal, theirs = pty.openpty()
        self.process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=settings, start_new_session=True)
        os.close(theirs)

    def type(self, keys):
        os.write(self.terminal, keys.encode())

    def until(self, wanted, patience=15):
        """Waits for these words behind those of before, and takes them."""
        deadline = time.monotonic() + patience
        while not re.search(wanted, self.words):
            assert time.monotonic() < deadline, f"no {wanted!r} in {self.words!r}"
            if select.select([self.terminal], [], [], 0.2)[0]:
                try:
                    self.words += os.read(self.terminal, 65536).decode("utf-8", "replace")
                except OSError:
                    assert re.search(wanted, self.words), f"ended before {wanted!r}: {self.words!r}"
        found = re.search(wanted, self.words)
        self.words = self.words[found.end():]
        return found[0]

    def ended(self, patience=15):
        """The status of a program that ends by itself."""
        try:
            return self.process.wait(patience)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"still there after {patience} s, behind {self.words!r}") from None

    def close(self):
        end(self.process)
        os.close(self.terminal)


@pytest.fixture
def console(uwbrig, folder):
    screens = []

    def start(rig="Rigs/loopback.yaml", term="xterm"):
        screens.append(Screen(uwbrig.command("console", "anchor", "--rig", rig), folder, term))
        return screens[-1]

    yield start
    for screen in screens:
        screen.close()


def test_editing(console):
    """names are completed, lines edited and brought back, also after the end"""
    screen = console()
    screen.until(PROMPT)
    screen.type("core_get_dev\t")
    screen.until("CORE_GET_DEVICE_INFO_CMD ")
    screen.type("\r")
    screen.until("CORE_GET_DEVICE_INFO_RSP")
    screen.until(PROMPT)
    screen.type("wait 1sX\x7f\x01\x0b")
    screen.type("session_get_s\t")
    screen.until("SESSION_GET_STATE_CMD ")
    screen.type("session_t\t")
    screen.until("oken=")
    screen.type("7\r")
    screen.until("SESSION_GET_STATE_RSP")
    screen.until(PROMPT)
    screen.type("\x1b[A\x1b[A\r")
    screen.until("CORE_GET_DEVICE_INFO_RSP")
    screen.until(PROMPT)
    screen.type("\x04")
    assert screen.ended() == 0
    again = console()
    again.until(PROMPT)
    again.type("\x1b[A\r")
    again.until("CORE_GET_DEVICE_INFO_RSP")
    again.type("quit\r")
    assert again.ended() == 0


def test_interruption(console, virtual, folder):
    """what the board says comes above the line that is typed, which stays"""
    rig = """\
version: 1
time: real
boards:
  - {name: anchor, firmware: uci, role: controller, use: device, link: %s}
"""
    virtual("--rig", write(folder, "boards.yaml", rig % "virtual"), "--pty-dir", folder)
    screen = console(write(folder, "rig.yaml", rig % f'"serial:{folder}/anchor"'))
    screen.until(PROMPT)
    screen.type("session_init_cmd session_id=7\r")
    screen.until(r"session_handle: (1|\S*)")
    screen.until(PROMPT)
    screen.type("session_set_app_config session_token=1 controller\r")
    screen.until("IDLE")
    screen.until(PROMPT)
    screen.type("session_start session_token=1\r")
    screen.until("ACTIVE")
    screen.type("session_st")
    for _ in range(3):
        screen.until("SESSION_INFO_NTF")
        screen.until(f"{PROMPT}session_st")
    screen.type("op session_token=1\r")
    screen.until("SESSION_STOP_RSP")
    screen.type("quit\r")
    assert screen.ended() == 0


def test_dumb(console):
    """a terminal that cannot move its cursor gets plain lines"""
    screen = console(term="dumb")
    screen.until("help lists the commands")
    screen.type("20020000\n")
    screen.until("CORE_GET_DEVICE_INFO_RSP")
    assert PROMPT not in screen.words
    screen.type("quit\n")
    assert screen.ended() == 0
