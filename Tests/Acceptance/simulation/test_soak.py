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
    """no noise makes a healthy board fail: as many worlds as fit into half a minute, or 70"""
    worlds = ["--seeds", "70"] if whole else ["--seeds", "1000000", "--until", "30s"]
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


# Not calibration.yaml, whose boards are wrong on purpose until they are calibrated.
RIGS = ["android", "both-phones", "find-hub", "two-phones", "gatt", "eight"]


@pytest.mark.parametrize("faults", ["clean", "noisy"])
@pytest.mark.parametrize("rig", RIGS)
def test_every_rig(uwbrig, out, whole, first, note, rig, faults):
    """nor a board of the other rigs: Bluetooth LE, both kinds of phone, several at a time"""
    note(f"seeds from {first}")
    uwbrig.succeed(
        "soak", "--rig", os.path.join(ROOT, "Rigs", rig + ".yaml"), "--faults", faults,
        "--seeds", "40" if whole else "2", "--first", first,
        "--out", os.path.join(out, f"{rig}-{faults}"))
