"""The rigs and scenarios of Rigs/ in simulated time."""

import glob
import os
import re

import pytest

from support.program import ROOT

RIGS = os.path.join(ROOT, "Rigs")
SCENARIOS = sorted(glob.glob(os.path.join(RIGS, "scenarios", "*.yaml")))


@pytest.mark.parametrize("rig", ["loopback", "gatt"])
def test_rig(uwbrig, out, rig):
    """every case passes on its virtual boards"""
    path = os.path.join(RIGS, rig + ".yaml")
    uwbrig.succeed("run", "--rig", path, "--out", os.path.join(out, rig), "--progress", "none")


@pytest.mark.parametrize("path", SCENARIOS, ids=[os.path.basename(path) for path in SCENARIOS])
def test_scenario(uwbrig, out, note, path):
    """a scenario, on the rig that its first lines name"""
    with open(path, encoding="utf-8") as file:
        rig = re.search(r"Rigs/([a-z-]*\.yaml)", file.read())[1]
    words = uwbrig.succeed(
        "run", path, "--rig", os.path.join(RIGS, rig), "--out", os.path.join(out, "scenario"),
        "--progress", "none")
    note(f"on {rig}: {words.splitlines()[-2]}")
