"""Calibration over terminals: the boards are a process of their own and live on when `calibrate` dies."""

import json
import os
import signal
import subprocess
import time

import pytest

from support.program import read, write

BOARDS = [("one", "controller", [0, 0, 1]), ("two", "controlee", [2.5, 0, 1]),
          ("three", "controlee", [1.2, 2.2, 1])]
QUICK = ["--ranges", "40", "--interval", "50ms", "--keep-power"]


NIGHTLY = [pytest.param(name, marks=pytest.mark.nightly) for name in ["fira2-qorvo", "nxp"]]


@pytest.fixture(params=[*NIGHTLY, "shell"])
def bench(uwbrig, tmp_path, request):
    """A rig file whose boards are on terminals, with errors of 20 to 30 cm."""
    folder, head = str(tmp_path), "version: 1\nname: terminals\n"
    is_shell = request.param == "shell"
    common = "firmware: qorvo-cli" if is_shell else "firmware: uci, use: device"
    kind = "rate: 115200" if is_shell else f"personality: {request.param}"

    def rig(name, time, link):
        lines = [
            f"  - {{name: {board}, {common}, position: {place}, {link(board)}"
            + ("}" if is_shell else f", role: {role}}}")
            for board, role, place in BOARDS]
        return write(folder, name, f"{head}time: {time}\nboards:\n" + "\n".join(lines) + "\n")

    served = rig("served.yaml", "virtual", lambda board: (
        f"link: virtual, {kind}, "
        f"radio: {{error: {0.2 if board == 'one' else 0.3}}}"))
    ptys = os.path.join(folder, "ptys")
    os.mkdir(ptys)
    boards = uwbrig.virtual("--rig", served, "--pty-dir", ptys)
    yield rig("bench.yaml", "real", lambda board: f"link: 'serial:{ptys}/{board}'")
    boards.stop()


def test_three_boards(uwbrig, bench, tmp_path):
    """three boards are right afterwards, by either vendor's commands and by the keys of Qorvo's shell"""
    out = str(tmp_path / "out")
    uwbrig.succeed("calibrate", "one", "two", "three", "--rig", bench, "--out", out, *QUICK, timeout=120)
    result = json.loads(read(out, "calibration.json"))
    assert result["result"] == "calibrated"
    for board in result["boards"]:
        assert abs(board["error_before_cm"]) > 15, board
        assert abs(board["error_after_cm"]) <= 2, board
        assert board["new_value"] > board["old_value"], board


@pytest.mark.nightly
def test_killed(uwbrig, bench, tmp_path):
    """after a SIGKILL in the middle the old values are put back by --undo"""
    out = str(tmp_path / "out")
    process = subprocess.Popen(
        uwbrig.command("calibrate", "one", "two", "three", "--rig", bench, "--out", out, *QUICK),
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    undo, deadline = os.path.join(out, "calibration-undo.json"), time.monotonic() + 60
    while not os.path.exists(undo):
        assert process.poll() is None and time.monotonic() < deadline, "no old values were written down"
        time.sleep(0.001)
    time.sleep(1.5)
    process.send_signal(signal.SIGKILL)
    process.wait()
    old = {board["board"]: board["values"][0]["value"] for board in json.loads(read(undo))["boards"]}
    uwbrig.succeed("calibrate", "--undo", out, "--rig", bench, timeout=60)
    again = str(tmp_path / "again")
    uwbrig.succeed("calibrate", "one", "two", "three", "--rig", bench, "--out", again, *QUICK, timeout=120)
    found = {board["board"]: board["old_value"] for board in json.loads(read(again, "calibration.json"))["boards"]}
    assert found == old
