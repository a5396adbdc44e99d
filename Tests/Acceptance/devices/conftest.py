"""Runs of the program under test on devices that are written here."""

import os

import pytest

from support.journal import Journal
from support.program import write

from .serving import Serving

RIG = """\
version: 1
name: devices
time: real
boards:
{boards}
# What answers at once is silent after less than the default second.
limits: {{silence: 300ms}}
"""


@pytest.fixture
def serving():
    serving = Serving()
    yield serving
    serving.close()


@pytest.fixture
def judged(uwbrig, folder):
    """Runs cases on boards, each a line of a rig file: how the run ended, and its journal."""

    def run(boards, filter):
        rig = write(folder, "devices.yaml", RIG.format(boards="\n".join(boards)))
        out = os.path.join(folder, "out")
        done = uwbrig.ended("run", filter, "--rig", rig, "--out", out, "--progress", "none")
        assert os.path.exists(os.path.join(out, "events.ndjson")), f"no journal: {done}"
        return done, Journal(out)

    return run
