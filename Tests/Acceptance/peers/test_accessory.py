"""A device that is no part of this program is judged: the accessory of Tests/Peers, written in Python.

Over TCP and through socat between two terminals, each from a rig file written by hand; then with known
bugs in the device, each of which must be found by the case that is there for it.
"""

import os
import subprocess
import sys
import time

import pytest

from support.journal import Journal, case_of
from support.program import ROOT, end, need, write

ACCESSORY = os.path.join(ROOT, "Tests", "Peers", "accessory.py")
LEAST_PASSED = 15

RIG = """\
version: 1
name: peer
time: real
boards:
  - name: peer
    firmware: ni-accessory
    link: "{link}"
    framing: {framing}
    claims: {{acd: "1.1", background: false}}
# A program that answers at once is silent after less than the default second.
limits: {{silence: 300ms}}
"""


@pytest.fixture
def started():
    """Starts processes that end with the test."""
    processes = []

    def start(command, **options):
        processes.append(subprocess.Popen(command, stdin=subprocess.DEVNULL, **options))
        return processes[-1]

    yield start
    for process in processes:
        process.terminate()
    for process in processes:
        end(process, 5)


@pytest.fixture
def accessory(started, folder):
    """Starts the device on a carrier, and gives the link to it."""

    def terminals():
        """Two terminals that are one line, through socat."""
        ends = [os.path.join(folder, name) for name in ("near", "far")]
        started([need("socat", "socat"), *(f"pty,raw,echo=0,link={one}" for one in ends)])
        deadline = time.monotonic() + 10
        while not all(os.path.exists(one) for one in ends):
            assert time.monotonic() < deadline, "socat made no terminals within 10 s"
            time.sleep(0.02)
        return ends

    def serve(*arguments):
        process = started([sys.executable, ACCESSORY, *arguments], stdout=subprocess.PIPE, text=True)
        words = process.stdout.readline().split()
        assert len(words) == 2 and words[0] == "ready", f"accessory.py did not become ready: {words}"
        return words[1]

    def start(carrier, framing="length16", bug=None):
        options = ["--framing", framing] + (["--bug", bug] if bug else [])
        if carrier == "tcp":
            return f"tcp://127.0.0.1:{serve('--tcp', '0', *options)}"
        near, far = terminals()
        serve("--serial", far, *options)
        return f"serial:{near}"

    return start


@pytest.fixture
def judged(uwbrig, folder):
    """Runs cases on a device: how the run ended, and its journal."""

    def run(link, framing, filter):
        rig = write(folder, "peer.yaml", RIG.format(link=link, framing=framing))
        out = os.path.join(folder, "out")
        done = uwbrig.ended("run", filter, "--rig", rig, "--out", out, "--progress", "none")
        assert os.path.exists(os.path.join(out, "events.ndjson")), f"no journal: {done}"
        return done, Journal(out)

    return run


def told(journal):
    return ", ".join(f"{count} {verdict}" for verdict, count in sorted(journal.counts().items()))


class Healthy:
    """A device without a fault; each carrier is a class, so that several go side by side."""

    carrier, framing = "tcp", "length16"
    # What the further carriers leave out: the first has shown it.
    filter = "suite(accessory)&!tag(slow)"

    def test_passes(self, accessory, judged, note):
        """a healthy device passes"""
        done, journal = judged(accessory(self.carrier, self.framing), self.framing, self.filter)
        verdicts, counts = journal.verdicts(), journal.counts()
        bad = {n: v for n, v in verdicts.items() if v[0] not in ("PASS", "FLAKY", "FINDING", "SKIP")}
        lines = [f"  {name}: {verdict} {reason}" for name, (verdict, reason) in bad.items()]
        assert done.status == 0 and not bad, "\n".join([*lines, f"not 0: {done}"])
        assert counts.get("PASS", 0) >= LEAST_PASSED, (
            f"only {told(journal)}; at least {LEAST_PASSED} PASS expected")
        skipped = [(name, reason) for name, (verdict, reason) in verdicts.items() if verdict == "SKIP"]
        unexplained = [name for name, reason in skipped if not reason]
        assert skipped and not unexplained, (
            f"no radio here, so some cases must be SKIP, with a reason: {unexplained}")
        note(f"{self.carrier}, {self.framing}: {told(journal)}")


class TestTCP(Healthy):
    # A minute of waiting says no more about a peer than five seconds do.
    filter = "suite(accessory) & !id(C27-60s)"


class TestTerminals(Healthy):
    carrier = "serial"


class TestSLIP(Healthy):
    framing = "slip"


class TestCOBS(Healthy):
    carrier, framing = "serial", "cobs"


class TestHexLine(Healthy):
    framing = "hexline"


class Bug:
    """A device with a known bug. A few cases around it: with a faulty stop every start state costs a
    silence."""

    def test_found(self, accessory, judged, note):
        """a bug is found by the case that is there for it"""
        done, journal = judged(accessory("tcp", bug=self.bug), "length16", self.filter)
        failed = sorted(name for name, (verdict, _) in journal.verdicts().items() if verdict == "FAIL")
        assert any(is_case(name, self.case) for name in failed), (
            f"{self.case} did not FAIL; these did: {failed}\n{done}")
        assert done.status == 1, f"not 1: {done}"
        note(f"{self.bug}, found by {self.case}; in all {told(journal)}")


class TestStopAsStart(Bug):
    bug, case, filter = "stop-as-start", "S06", "id(N01) | id(C01) | id(S0?)"


class TestCutData(Bug):
    bug, case = "accepts-truncated", "C18"
    filter = "id(N01) | id(C01) | id(C18) | id(C20)"


def is_case(instance, case):
    """Whether `accessory.S06[x]@peer`, or however ids are prefixed, is an instance of S06."""
    name = case_of(instance)
    parts = name.replace("/", ".").replace("-", ".").lower().split(".")
    return case.lower() in parts or name.lower() == case.lower()
