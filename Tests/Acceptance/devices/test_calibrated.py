"""Boards of others that are calibrated: right ones come out right, wrong ones have their old values."""

import json
import os
import time

import pytest

from support.program import read, write

from . import calibrated
from .calibrated import DELAY, FACTORY
from .verdicts import chosen, finds

HEAD = "version: 1\nname: calibrated\ntime: real\nboards:\n"
QUICK = ["--ranges", "60", "--interval", "20ms"]


def line(serving, device, name, role):
    return (
        f'  - {{name: {name}, firmware: uci, use: device, role: {role}, dialect: {device.dialect},'
        f' position: [{device.place}, 0, 1], link: "tcp://127.0.0.1:{serving.serve(device)}"}}\n')


def calibrate(uwbrig, serving, folder, device, *arguments):
    """Calibrates a device against one that is right; how it ended, and what is known of it."""
    trusted = calibrated.Trusted(device.air)
    rig = write(folder, "rig.yaml", HEAD + line(serving, device, "one", "controller")
                + line(serving, trusted, "two", "controlee"))
    out = os.path.join(folder, "out")
    done = uwbrig.ended(
        "calibrate", "one", "--reference", "two", "--rig", rig, "--out", out, *QUICK, *arguments, timeout=150)
    assert trusted.writes == [] and trusted.keys == FACTORY, f"the trusted board was written to: {done}"
    assert os.path.exists(os.path.join(out, "calibration.json")), str(done)
    return done, json.loads(read(out, "calibration.json"))


def settle(device):
    """Waits until a board has done what it does late."""
    deadline = time.monotonic() + 20
    while device.pending:
        assert time.monotonic() < deadline, "it has still something to store"
        time.sleep(0.02)


def others(device):
    return {key: value for key, value in device.keys.items() if key != DELAY}


@pytest.mark.parametrize("kind", chosen(calibrated.RIGHT, [calibrated.Board, calibrated.LateResponse]))
def test_right(uwbrig, serving, folder, note, kind):
    """a right board is calibrated, and nothing else of it changes"""
    device = kind(calibrated.Place(echoes=0.03))
    before = others(device)
    done, result = calibrate(uwbrig, serving, folder, device)
    settle(device)
    assert done.status == 0 and result["result"] == "calibrated", str(done)
    assert abs(device.error()) <= 0.02, f"{device.error()}: {done}"
    assert others(device) == before
    note(f"{device.error() * 100:+.2f} cm left, {len(device.writes)} writes")


@pytest.mark.parametrize("kind", chosen(calibrated.WRONG, [calibrated.ResetsTrim, calibrated.StoresLater]))
def test_wrong(uwbrig, serving, folder, note, kind):
    """a wrong board is calibrated in truth, or refused with its old values, or named with what is left"""
    device = kind(calibrated.Place())
    before = dict(device.keys)
    done, result = calibrate(uwbrig, serving, folder, device)
    settle(device)
    if result["result"] == "calibrated":
        assert abs(device.error()) <= 0.02, f"called calibrated, and {device.error()} m off: {done}"
        assert others(device) == {key: value for key, value in before.items() if key != DELAY}, str(done)
        assert done.status == 0, str(done)
        return note(f"calibrated, {device.error() * 100:+.2f} cm left")
    assert device.writes, f"nothing was written: {done}"
    if getattr(device, "restores", True):
        assert device.keys == before, f"{ {k: (device.keys[k], v) for k, v in before.items() if device.keys[k] != v} }: {done}"
        assert "left" not in result and done.status in (1, 3), str(done)
    else:
        assert device.keys == before or result.get("left") and done.status == 3, str(done)
        wanted = getattr(kind, "left", "")
        assert all(wanted in each for each in result.get("left", [])), f"not {wanted}: {result['left']}"
    note(f"{result['fault']['code']}: {result['fault']['reason']}"[:160])


@pytest.mark.nightly
@pytest.mark.parametrize("kind", calibrated.KEEPS)
def test_accurate(serving, judged, note, kind):
    """a board within the limits fails nothing of the suite accuracy"""
    note(accuracy(serving, judged, kind, lambda done, journal: keeps(done, journal)))


@pytest.mark.nightly
@pytest.mark.parametrize("kind", calibrated.BREAKS)
def test_inaccurate(serving, judged, note, kind):
    """a board that is off in one way fails the case that is about it"""
    note(accuracy(serving, judged, kind, lambda done, journal: finds(done, journal, kind.found_by)))


def accuracy(serving, judged, kind, check):
    place = calibrated.Place()
    one, two = calibrated.Trusted(place), kind(place)
    two.place = 5.0
    return check(*judged(
        [line(serving, one, "anchor", "controller").rstrip(), line(serving, two, "mobile", "controlee").rstrip()],
        kind.during))


def keeps(done, journal):
    verdicts = journal.verdicts()
    assert verdicts and not [name for name, (verdict, _) in verdicts.items() if verdict == "FAIL"], str(done)
    return f"{len(verdicts)} judged"
