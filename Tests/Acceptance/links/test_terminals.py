"""The cases over terminals: the boards are a process of their own, in the time of this machine."""

import os
import shutil
import time

import pytest

from support.journal import same_verdicts
from support.program import ROOT
from support.terminals import over_terminals
from support.times import against_declared, repeated

TARGET, LIMIT = 60.0, 90.0
LOOPBACK = os.path.join(ROOT, "Rigs", "loopback-pty.yaml")


@pytest.fixture(scope="module")
def quick(uwbrig, out):
    """A run of what is not slow: its folder, what is wrong with it, and remarks.

    The better of two runs counts, since other work on the machine can only make a run longer.
    """
    path, remarks = os.path.join(out, "quick"), []
    for attempt in (1, 2):
        shutil.rmtree(path, ignore_errors=True)
        start = time.monotonic()
        done = over_terminals(uwbrig, LOOPBACK, path, "!tag(slow)")
        seconds = time.monotonic() - start
        assert done.status == 0, str(done)
        remarks.append(f"run {attempt}: {seconds:.2f} s from exec to exit")
        wrong = [] if seconds <= LIMIT else [f"{seconds:.2f} s; allowed {LIMIT:.0f} s"]
        problem, words = against_declared(path)
        wrong += [problem] if problem else []
        remarks += [words, repeated(path)]
        if TARGET < seconds <= LIMIT:
            remarks.append(f"the target of {TARGET:.0f} s is missed: {seconds:.2f} s on this machine")
        if not wrong:
            break
    return path, wrong, remarks


def test_time(quick, note):
    """what is not slow takes at most 90 s and the declared time"""
    _, wrong, remarks = quick
    note("\n".join(["", *remarks]))
    assert not wrong, "\n".join(wrong)


def test_same_verdicts(uwbrig, quick, out, note):
    """the verdicts are those of simulated time"""
    virtual = os.path.join(out, "virtual")
    rig = os.path.join(ROOT, "Rigs", "loopback.yaml")
    uwbrig.succeed("run", "--rig", rig, "--out", virtual, "--progress", "none", "!tag(slow)")
    note(same_verdicts(virtual, quick[0]))


@pytest.mark.nightly
def test_every_case(uwbrig, out, note):
    """every case, also the slow ones: the verdicts of simulated time, within the declared time"""
    virtual, terminals = os.path.join(out, "whole-virtual"), os.path.join(out, "whole")
    rig = os.path.join(ROOT, "Rigs", "loopback.yaml")
    uwbrig.succeed("run", "--rig", rig, "--out", virtual, "--progress", "none")
    done = over_terminals(uwbrig, LOOPBACK, terminals)
    assert done.status == 0, str(done)
    note(same_verdicts(virtual, terminals))
    wrong, words = against_declared(terminals)
    note(words)
    assert not wrong, wrong
