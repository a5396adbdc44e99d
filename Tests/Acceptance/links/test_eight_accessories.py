"""Eight accessories around one phone, each behind a terminal of its own."""

import os

import pytest

from support.program import ROOT
from support.terminals import over_terminals

RIG = os.path.join(ROOT, "Rigs", "eight-accessories.yaml")


def test_all_at_once(uwbrig, out):
    """M07: all eight at once"""
    arguments = ["--progress", "none", "M07"]
    done = over_terminals(uwbrig, RIG, os.path.join(out, "M07"), *arguments)
    assert done.status == 0, str(done)


@pytest.mark.nightly
def test_one_of_them_fails(uwbrig, out):
    """M08: one of them fails, which takes minutes"""
    done = over_terminals(uwbrig, RIG, os.path.join(out, "M08"), "M08")
    assert done.status == 0, str(done)
