"""The suite accuracy on virtual boards: unusual ones that keep the limits, and wrong ones."""

import json
import os

import pytest

from support.program import read, write

RIG = """version: 1
name: accuracy
time: virtual
room: {{{room}}}
boards:
  - {{name: one, firmware: uci, role: controller, use: device, link: virtual, personality: {make}, position: [0, 0, 1], facing: {{yaw: 90}}, radio: {{{one}}}}}
  - {{name: two, firmware: uci, role: controlee, link: virtual, personality: {make}, position: {place}, facing: {{yaw: -90}}, radio: {{{two}}}{more}}}
"""
SCREEN = "obstacles: [{{box: [[1, -1, 0], [1.1, 1, 2]], attenuation: {}}}]"
RIGHT = {
    "both exact": {},
    "warming by 5 degrees": {"one": "error: 0, warming: 5", "two": "error: 0, warming: 5"},
    "fading by 6 dB": {"one": "error: 0, fading: 6", "two": "error: 0, fading: 6"},
    "a flip in a thousand": {"one": "error: 0, flips: 0.001"},
    "1.2 cm off": {"two": "error: 0.012"},
    "errors that cancel": {"one": "error: 0.2", "two": "error: -0.2"},
    "12 m apart": {"place": "[12, 0, 1]"},
    "bias by power": {"one": "error: 0, power-bias: 0.2", "two": "error: 0, power-bias: 0.2"},
    "NXP, with angles": {"make": "nxp"},
    "NXP, 3 degrees off": {"make": "nxp", "one": "error: 0, angle: 3"},
    "a way that is blocked, and told so": {"room": "los: false"},
    "something in the way that takes 3 dB": {"room": SCREEN.format(3)},
}
WRONG = {
    "16 cm off": ({"two": "error: 0.16"}, {"AC01", "AC05"}),
    "30 cm off": ({"one": "error: 0.15", "two": "error: 0.15"}, {"AC01", "AC02", "AC05"}),
    "16 cm short": ({"two": "error: -0.16"}, {"AC01", "AC05"}),
    "two modes": ({"one": "error: 0, flips: 0.2"}, {"AC03", "AC09", "AC10"}),
    "late echoes": (
        {"one": "error: 0, echoes: 0.1", "two": "error: 0, echoes: 0.1"}, {"AC09"}),
    "angle 12 degrees off": ({"make": "nxp", "one": "error: 0, angle: 12"}, {"AC12"}),
    "its supply 0.6 V low": ({"two": "error: 0, supply: -0.6"}, {"AC05"}),
    "a way that is blocked, and told as free": (
        {"room": "los: false", "more": ", misbehaviour: never-blocked"}, {"AC11"}),
    "12 dB in the way, told as free": (
        {"room": SCREEN.format(12), "more": ", misbehaviour: never-blocked"}, {"AC11"}),
    "groups that overlap": ({"one": "error: 0, flips: 0.45, flip: 0.25"}, {"AC10"}),
}
QUICK = ["both exact", "NXP, with angles", "16 cm off", "angle 12 degrees off"]


def boards(names):
    """One seed of a few of them for every change, three of all each night."""
    return [pytest.param(name, [1], id=f"{name}, one seed") for name in names if name in QUICK] + [
        pytest.param(name, [1, 2, 3], id=name, marks=pytest.mark.nightly) for name in names]


def failed(uwbrig, folder, change, seed):
    settings = {"make": "fira2-qorvo", "place": "[2.5, 0, 1]", "room": "los: true", "more": "", "one": "error: 0", "two": "error: 0"}
    rig = write(folder, "rig.yaml", RIG.format(**(settings | change)))
    out = os.path.join(folder, f"out-{seed}")
    done = uwbrig.ended(
        "run", "suite(accuracy)", "--rig", rig, "--out", out, "--seed", str(seed), "--progress", "none")
    events = [json.loads(line) for line in read(out, "events.ndjson").splitlines()]
    found = [event for event in events if event["kind"] == "case-finished"]
    assert len(found) >= 13, str(done)
    return {event["case"] for event in found if event["verdict"] == "FAIL"}


@pytest.mark.parametrize("board, seeds", boards(RIGHT))
def test_right(uwbrig, tmp_path, board, seeds):
    """a board within the limits fails nothing"""
    for seed in seeds:
        assert failed(uwbrig, str(tmp_path), RIGHT[board], seed) == set()


@pytest.mark.parametrize("board, seeds", boards(WRONG))
def test_wrong(uwbrig, tmp_path, board, seeds):
    """a board that is wrong fails the cases that are about it"""
    change, cases = WRONG[board]
    for seed in seeds:
        assert cases <= failed(uwbrig, str(tmp_path), change, seed)
