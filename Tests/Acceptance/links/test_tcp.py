"""The UCI cases over TCP, on two boards that one process serves, one connection each."""

import os

from support.program import write
from support.times import repeated

RIG = """\
version: 1
name: loopback-tcp
time: real
boards:
  - {{name: anchor, firmware: uci, role: controller, use: device, link: "tcp://127.0.0.1:{port}"}}
  - {{name: mobile, firmware: uci, role: controlee, link: "tcp://127.0.0.1:{port}"}}
"""


def test_uci_cases(uwbrig, virtual, folder, out, note):
    """the UCI cases that are not slow"""
    server = virtual("--uci-tcp", "0")
    rig = write(folder, "rig.yaml", RIG.format(port=server.ready["uci"][0]["port"]))
    run = os.path.join(out, "run")
    done = uwbrig.ended(
        "run", "--rig", rig, "--out", run, "--progress", "none", "suite(uci) & !tag(slow)")
    assert done.status == 0, f"{done}\nuwbrig virtual said:\n{server.said()}"
    note(repeated(run))
