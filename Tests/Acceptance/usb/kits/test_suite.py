"""The whole suite through the kernel's cdc_acm, and another program that wants the board meanwhile."""

import re
import time

import pytest

from support.guest.bench import ANCHOR, FULL, HELD_UP, held_up

pytestmark = pytest.mark.usefixtures("plugged")


class Running:
    """A run that goes on while the tests do: half of the cases on one board of two, or with --whole all on
    both."""

    def __init__(self, bench, anchor, whole):
        self.started, heard = time.monotonic(), anchor.heard
        self.chosen = [FULL] if whole else [f"({FULL}) & board(anchor)", "--partition", "hash:1/2"]
        self.least_passed = 500 if whole else 200
        self.answer = bench.run("full", *self.chosen)
        anchor.wait(lambda kit: kit.heard > heard + 500, 120)


@pytest.fixture(scope="module")
def running(bench, plugged, anchor, whole):
    return Running(bench, anchor, whole)


def test_second(bench, running, note):
    """a second program is refused the board, to run on it and to start it anew"""
    status, said = bench.machine.wait(
        bench.run("second", FULL, "--board anchor", "--partition hash:1/40"), 300)
    assert not running.answer.event.is_set(), "the first run was over before the second began"
    assert status == 3, f"status {status}, not 3:\n{said[-1000:]}"
    reason = re.search(r"\S+ is in use by uwbrig run \(process \d+, run full\)", said)
    assert reason, said
    switched = bench.ask("uwbrig power anchor reset --rig /tmp/rig.yaml 2>&1", status=3)
    assert "is in use by uwbrig run" in switched, switched
    note(reason[0])


def test_first(bench, running, note):
    """a run of the UCI cases over cdc_acm: the verdicts of boards in memory"""
    status, said = bench.machine.wait(running.answer, 600)
    took = time.monotonic() - running.started
    here, there = bench.fetch("full"), bench.expected(*running.chosen)
    late = [name for name, verdict in here.items() if held_up(verdict)]
    again = [name for name, (verdict, _) in here.items() if verdict == "FLAKY"]
    named = "".join(f"\n         {name}: {' '.join(here[name])}" for name in late + again)
    assert status == 0 or (status == 3 and late), f"status {status}\n{said[-1500:]}"
    assert len(late + again) <= HELD_UP, f"{len(late + again)} at a second attempt{named}"
    differing = [
        name for name in sorted(set(here) | set(there)) if name not in late + again
        and here.get(name, ("missing",))[0] != there.get(name, ("missing",))[0]]
    assert not differing, f"{len(differing)} verdicts differ: {differing[:5]}"
    passed = sum(verdict == "PASS" for verdict, _ in here.values())
    assert passed > running.least_passed, f"only {passed} passed of {len(here)}"
    skipped = len(here) - passed - len(late + again)
    note(f"{passed} passed, {skipped} skipped in {took:.0f} s{named}")


def test_killed(bench, anchor, note):
    """a killed holder's board is free"""
    # What follows is the same board again, so that a lock that stays would be met.
    heard = anchor.heard
    victim = bench.run("victim", FULL, "--board anchor")
    anchor.wait(lambda kit: kit.heard > heard + 300, 120)
    holder = bench.boards()[ANCHOR]["holder"]
    assert re.fullmatch(r"uwbrig run \(process \d+, run victim\) since .*", holder or ""), (
        f"the holder is {holder}")
    bench.ask("kill -9 $(pidof uwbrig)")
    start, since = time.monotonic(), anchor.heard
    bench.machine.wait(victim, 60)
    status, said = bench.machine.wait(
        bench.run("heir", FULL, "--board anchor", "--partition hash:1/60"), 300)
    assert status == 0, f"status {status}:\n{said[-1000:]}"
    first = next(
        record.time for record in anchor.of("written", start) if anchor.heard > since)
    assert bench.boards()[ANCHOR]["holder"] is None, "it is still held"
    note(f"its board answers another {first - start:.1f} s later")
