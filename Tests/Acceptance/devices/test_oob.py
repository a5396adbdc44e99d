"""Accessories for Android phones that are no part of this program, each right with a habit or wrong in one
way, beside a UCI board as the phone's radio."""

import pytest

from . import oob, oob_faults, oob_subtle, oob_unusual, uci
from .verdicts import chosen, finds, passes

# What a change is held to; all of them run each night.
RIGHT = []
WRONG = [
    oob_faults.PreambleAsBit, oob_faults.TailInVersionOne, oob_faults.BigEndianSession, oob_faults.HalfKey,
    oob_faults.RoleOfMode, oob_faults.StopsAll,
]


def bench(serving, device):
    """An accessory, and the radio of the phone beside it."""
    lines = [
        f'  - {{name: tag, firmware: ranging-oob, link: "tcp://127.0.0.1:{serving.serve(device)}",'
        f' framing: length16, claims: {{{device.claims}}}}}']
    radio = uci.Board(device.air)
    lines.append(
        f'  - {{name: phone, firmware: uci, use: helper, role: controller, dialect: {radio.dialect},'
        f' link: "tcp://127.0.0.1:{serving.serve(radio)}"}}')
    return lines


@pytest.mark.parametrize("kind", chosen(oob.RIGHT + oob_unusual.RIGHT, RIGHT))
def test_right(serving, judged, note, kind):
    """a right accessory has no FAIL"""
    device = kind()
    note(passes(*judged(bench(serving, device), device.during), device.least))


@pytest.mark.parametrize("kind", chosen(oob_faults.WRONG + oob_subtle.WRONG, WRONG))
def test_wrong(serving, judged, note, kind):
    """a wrong accessory is found"""
    device = kind()
    note(finds(*judged(bench(serving, device), device.during), device.found_by))
