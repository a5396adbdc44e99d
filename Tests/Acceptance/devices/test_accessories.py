"""Accessories that are no part of this program, each right with a habit or wrong in one way."""

import pytest

from . import accessory, accessory_faults, accessory_habits
from .verdicts import finds, passes


def board(serving, device):
    return (
        f'  - {{name: peer, firmware: ni-accessory, link: "tcp://127.0.0.1:{serving.serve(device)}",'
        f' framing: {device.framing}, claims: {{acd: "{device.acd}", background: false{device.claims}}}}}')


@pytest.mark.parametrize("kind", accessory.RIGHT + accessory_habits.RIGHT, ids=lambda kind: kind.__name__)
def test_right(serving, judged, note, kind):
    """a right accessory has no FAIL"""
    device = kind()
    filter = "suite(accessory) & !id(C27-60s)" if kind is accessory.Accessory \
        else "suite(accessory) & !tag(slow)"
    note(passes(*judged([board(serving, device)], filter), least=15))


@pytest.mark.parametrize("kind", accessory.WRONG + accessory_faults.WRONG, ids=lambda kind: kind.__name__)
def test_wrong(serving, judged, note, kind):
    """a wrong accessory is found"""
    device = kind()
    note(finds(*judged([board(serving, device)], device.during), device.found_by))
