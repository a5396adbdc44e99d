"""Times on a machine that does not let the rig run: nothing right fails, and nothing wrong hides."""

import json
import os
import signal
import subprocess
import threading
import time

import pytest

from devices import uci_margins
from devices.alone import alone, rig as rig_of
from support.journal import Journal
from support.program import write
from support.terminals import behind_terminals
from support.times import repeated

RIG = """\
version: 1
name: stalled
time: virtual
boards:
  - name: anchor
    firmware: uci
    role: controller
    use: device
    link: virtual{fault}
  - name: mobile
    firmware: uci
    role: controlee
    link: virtual{fault}
"""
QUICK = "suite(uci) & !tag(slow)"
# What a rig that is stopped most of the time cannot decide: cases that look at single rounds.
UNDECIDED = 40


class Overbooked(threading.Thread):
    """Stops a process 250 of every 300 ms, as a hypervisor does that gave its processors away."""

    def __init__(self, process):
        super().__init__(daemon=True)
        self.process = process

    def run(self):
        while self.process.poll() is None:
            self.process.send_signal(signal.SIGSTOP)
            time.sleep(0.250)
            self.process.send_signal(signal.SIGCONT)
            time.sleep(0.050)


def judged(uwbrig, virtual, folder, out, cases, overbooked=False, fault=None):
    """A run over terminals: its status, its last verdicts, and the path of it."""
    text = RIG.format(fault=f"\n    misbehaviour: {fault}" if fault else "")
    virtual("--rig", write(folder, "boards.yaml", text), "--pty-dir", folder)
    rig = write(folder, "rig.yaml", behind_terminals(text, folder))
    run = os.path.join(out, fault or ("stopped" if overbooked else "busy"))
    return running(uwbrig, rig, run, cases, overbooked)


def running(uwbrig, rig, run, cases, overbooked):
    with open(f"{run}.txt", "w", encoding="utf-8") as words:
        process = subprocess.Popen(
            uwbrig.command("run", "--rig", rig, "--out", run, "--progress", "none", cases),
            stdin=subprocess.DEVNULL, stdout=words, stderr=subprocess.STDOUT)
        try:
            if overbooked:
                Overbooked(process).start()
            status = process.wait(900)
        finally:
            process.kill()
    return status, Journal(run).verdicts(), run


def having(verdicts, wanted):
    return [f"{name}: {reason}" for name, (verdict, reason) in verdicts.items() if verdict == wanted]


def test_right_boards(uwbrig, virtual, folder, out, note):
    """the rig stopped 250 of every 300 ms: no right board fails, and what is undecided says so"""
    status, verdicts, run = judged(uwbrig, virtual, folder, out, QUICK, overbooked=True)
    for bad in ("FAIL", "ERROR"):
        assert not having(verdicts, bad), "\n".join(having(verdicts, bad))
    undecided = having(verdicts, "INCONCLUSIVE")
    assert all("this machine did not let" in words for words in undecided), undecided
    assert len(undecided) <= UNDECIDED, "\n".join(undecided)
    assert status == (3 if undecided else 0), status
    passed = len(having(verdicts, "PASS"))
    assert passed > 1000, f"only {passed} passed"
    # Undecided ones are not judged again. A time that passed since the machine took some of it may fail:
    # a replay does not know what the machine took.
    again = uwbrig.ended(
        "replay", run, "--out", os.path.join(out, "again"), "--json", timeout=300, together=False)
    document = json.loads(again.out)
    assert document["held_up"] == len(undecided), document
    assert len(document["differences"]) * 100 <= document["replayed"], document["differences"]
    note(
        f"{passed} passed, {len(undecided)} undecided; {repeated(run)}; "
        f"replayed {document['replayed']}, {len(document['differences'])} otherwise")


def test_wrong_boards(uwbrig, virtual, folder, out, note):
    """the rig stopped 250 of every 300 ms: a board with every interval doubled fails"""
    status, verdicts, _ = judged(
        uwbrig, virtual, folder, out, "UR05 | UR20", overbooked=True,
        fault="cadence-double")
    failed = having(verdicts, "FAIL")
    assert status == 1 and len(failed) == len(verdicts) == 8, verdicts
    note(f"{len(failed)} of {len(verdicts)} fail")


# A minute and more, of one habit of a board.
@pytest.mark.nightly
def test_errors_beside_refusals(uwbrig, folder, out, note):
    """the rig stopped 250 of every 300 ms: a board that sends an error 50 ms behind each refusal has no FAIL"""
    with alone(uci_margins.OneErrorBehind) as port:
        rig = write(folder, "rig.yaml", rig_of(port))
        _, verdicts, _ = running(
            uwbrig, rig, os.path.join(out, "errors"), "id(UC08) | id(UC09) | id(UC1*) | id(UF07) | id(UF12) | id(UF13) | id(UW01)",
            overbooked=True)
    for bad in ("FAIL", "ERROR"):
        assert not having(verdicts, bad), "\n".join(having(verdicts, bad))
    note(f"{len(having(verdicts, 'PASS'))} passed, {len(having(verdicts, 'INCONCLUSIVE'))} undecided")


def test_busy_machine(uwbrig, virtual, folder, out, note):
    """four busy loops beside it: no right board fails, and at most one in a hundred is undecided"""
    loops = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(4)]
    try:
        _, verdicts, run = judged(uwbrig, virtual, folder, out, QUICK)
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()
    for bad in ("FAIL", "ERROR"):
        assert not having(verdicts, bad), "\n".join(having(verdicts, bad))
    undecided = having(verdicts, "INCONCLUSIVE")
    assert len(undecided) <= len(verdicts) / 100, "\n".join(undecided)
    note(f"{len(having(verdicts, 'PASS'))} passed, {len(undecided)} undecided; {repeated(run)}")
