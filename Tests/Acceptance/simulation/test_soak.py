"""Healthy boards under faults that the protocol must tolerate, and judges that are judged."""

import os
import time

import pytest

from support.program import ROOT


@pytest.fixture
def first(seeds):
    """Others each day; whatever fails is repeated by the seed that is said."""
    return str(seeds(0, int(time.time()))[1])


def test_soak(uwbrig, out, whole, first, note):
    """no noise makes a healthy board fail: as many worlds as fit into a minute, or 70"""
    worlds = ["--seeds", "70"] if whole else ["--seeds", "1000000", "--until", "60s"]
    note(f"seeds from {first}")
    uwbrig.succeed(
        "soak", "--faults", "noisy", *worlds, "--first", first, "--out", os.path.join(out, "soak"))


@pytest.mark.parametrize("scenario", ["session-set-up", "bad-cable"])
def test_scenario(uwbrig, out, first, note, scenario):
    """nor a scenario"""
    note(f"seeds from {first}")
    uwbrig.succeed(
        "soak", os.path.join(ROOT, "Rigs", "scenarios", scenario + ".yaml"), "--faults", "noisy",
        "--seeds", "5", "--first", first, "--out", os.path.join(out, scenario))
