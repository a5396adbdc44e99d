"""Accessories that are no part of this program, each right with a habit or wrong in one way."""

import pytest

from . import accessory, accessory_drawn, accessory_faults, accessory_later, accessory_subtle, uci
from .verdicts import chosen, every, finds, passes

# What a change is held to; all of them run each night.
RIGHT = [accessory.VendorNotifications, accessory.Banner]
WRONG = [
    accessory.UnaskedStops, accessory.StopWithBody, accessory.ThirdRate, accessory.ManufacturerByConnection,
    accessory.LateStart, accessory.StrayBytes, accessory.Truncated, accessory_faults.ThirdMiddleware,
    accessory_faults.LosesLastByte, accessory_faults.StopWithoutEnd, accessory_faults.ForgetsAddress,
    accessory_subtle.SecondPhoneStopLost, accessory_subtle.SecondPhoneOldSession, accessory_subtle.Flaps,
    accessory_later.StopDuringStartLost, accessory_drawn.AnswersOne, accessory_drawn.ShortAddress,
]


def board(serving, device):
    return (
        f'  - {{name: peer, firmware: ni-accessory, link: "tcp://127.0.0.1:{serving.serve(device)}",'
        f' framing: {device.framing}, claims: {{acd: "{device.acd}", background: false{device.claims}}}}}')


def bench(serving, device):
    """An accessory, and the phone's radio where there is something to hear of it."""
    lines = [board(serving, device)]
    if getattr(device, "has_radio", False):
        radio = uci.Board(device.air)
        lines.append(
            f'  - {{name: phone, firmware: uci, use: helper, role: controller, dialect: {radio.dialect},'
            f' link: "tcp://127.0.0.1:{serving.serve(radio)}"}}')
    return lines


@pytest.mark.parametrize("kind", chosen(every("accessory", "RIGHT"), RIGHT))
def test_right(serving, judged, note, kind):
    """a right accessory has no FAIL"""
    device = kind()
    filter = "suite(accessory) & !id(C27-60s)" if kind is accessory.Accessory \
        else "suite(accessory) & !tag(slow)"
    note(passes(*judged(bench(serving, device), filter), least=15))


@pytest.mark.parametrize("kind", chosen(every("accessory", "WRONG"), WRONG))
def test_wrong(serving, judged, note, kind):
    """a wrong accessory is found"""
    device = kind()
    note(finds(*judged(bench(serving, device), device.during), device.found_by))
