"""Times on a machine whose disk is waited for: who does not wait for it is not excused by it."""

import contextlib
import os

import pytest

from devices import uci, uci_margins
from devices.alone import PAUSE, alone, process, rig as rig_of
from support.journal import Journal
from support.program import write

CASES = "id(UC04) | id(UC05) | id(UC06)"

WRITER = """\
import os, sys
file = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_DSYNC)
print("writes", flush=True)
while True:
    os.pwrite(file, os.urandom(4096) * 64, 0)
"""


@contextlib.contextmanager
def writer(folder):
    """A process that waits for the disk all the time."""
    with process("-c", WRITER, os.path.join(folder, "log")) as word:
        assert word == "writes"
        yield


@pytest.fixture
def judged(uwbrig, folder, out):
    """Runs cases on a board in a process of its own: the journal."""

    def run(kind, cases, habit=None):
        with alone(kind, *([habit, folder] if habit else [])) as port:
            rig = write(folder, "rig.yaml", rig_of(port, response="1s"))
            path = os.path.join(out, f"{kind.__name__}-{habit}")
            uwbrig.ended("run", "--rig", rig, "--out", path, "--progress", "none", cases)
        return Journal(path)

    return run


def failed(journal):
    return [f"{name}: {reason}" for name, (verdict, reason) in journal.verdicts().items()
            if verdict in ("FAIL", "ERROR")]


def test_board_waits(judged, note):
    """a process that plays a right board waits for the disk, longer than it may take to answer: no FAIL"""
    journal = judged(uci.Board, CASES, "disk")
    assert not failed(journal), "\n".join(failed(journal))
    held = [event["reason"] for event in journal.of("case-finished")
            if "did not let" in event.get("reason", "") or "stood still" in event.get("reason", "")]
    assert held, f"nothing was held up, although the board waited {PAUSE} s"
    note(f"{len(held)} held up: {held[0]}")


def test_board_is_silent(judged, folder, note):
    """another process waits for the disk all the time: a board that is silent for as long fails"""
    with writer(folder):
        journal = judged(uci.Board, CASES, "sleep")
    assert len(failed(journal)) >= 1, journal.verdicts()
    note(failed(journal)[0])


@pytest.mark.parametrize("kind", [uci.DoubledIntervals, uci_margins.SecondUneven])
def test_wrong_intervals(judged, folder, note, kind):
    """another process waits for the disk all the time: wrong intervals fail"""
    with writer(folder):
        journal = judged(kind, kind.during)
    assert failed(journal), journal.verdicts()
    note(failed(journal)[0])
