"""The UCI cases over TCP, on two boards that one process serves, one connection each."""

import os

from support.program import write
from support.times import few_flaky

RIG = """\
version: 1
name: loopback-tcp
time: real
boards:
  - {{name: anchor, firmware: uci, role: controller, use: device, retries: {{device: 0, rig: 3}}, link: "tcp://127.0.0.1:{port}"}}
  - {{name: mobile, firmware: uci, role: controlee, retries: {{device: 0, rig: 3}}, link: "tcp://127.0.0.1:{port}"}}
"""


def test_uci_cases(uwbrig, virtual, folder, out, note):
    """the UCI cases that are not slow"""
    server = virtual("--uci-tcp", "0")
    rig = write(folder, "rig.yaml", RIG.format(port=server.ready["uci"][0]["port"]))
    run = os.path.join(out, "run")
    # A machine that stands still for a moment falsifies the times of all boards at once.
    done = uwbrig.ended(
        "run", "--rig", rig, "--out", run, "--progress", "none", "--retries", "3",
        "suite(uci) & !tag(slow)")
    assert done.status == 0, f"{done}\nuwbrig virtual said:\n{server.said()}"
    wrong, words = few_flaky(run)
    note(words)
    assert not wrong, wrong
