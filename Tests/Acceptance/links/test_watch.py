"""`run --watch`: a device whose firmware is written again and again while the program watches it."""

import os
import re
import signal
import subprocess
import sys
import time

from support.program import ROOT, write

RIG = """
version: 1
name: watched
time: real
boards:
  - {name: mine, firmware: ni-accessory, link: "tcp://127.0.0.1:PORT", framing: length16, claims: {acd: "1.1"}}
"""


def await_text(path, pattern, count, limit=60):
    """Waits until a growing file has a pattern so often; its text."""
    deadline = time.monotonic() + limit
    while time.monotonic() < deadline:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if len(re.findall(pattern, text)) >= count:
            return text
        time.sleep(0.05)
    raise AssertionError(f"{pattern!r} not {count} times within {limit} s:\n{text[-3000:]}")


def test_watch(uwbrig, folder):
    """a changed image is a new run, what failed last comes first, and Ctrl-C ends it"""
    device = subprocess.Popen(
        [sys.executable, os.path.join(ROOT, "Tests/Peers/accessory.py"), "--tcp", "0",
         "--bug", "accepts-truncated"],
        stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
    try:
        port = device.stdout.readline().split()[1]
        rig = write(folder, "bench.yaml", RIG.replace("PORT", port))
        image = write(folder, "app.hex", "first")
        log = os.path.join(folder, "log")
        with open(log, "w", encoding="utf-8") as out:
            run = subprocess.Popen(
                uwbrig.command(
                    "run", "N01 | C18[29]", "--rig", rig, "--watch", image, "--out",
                    os.path.join(folder, "run"), "--progress", "plain"),
                cwd=folder, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        waiting = "Waiting for a change of"
        text = await_text(log, waiting, 1)
        assert text.index("N01@mine") < text.index("C18[29]@mine"), text
        write(folder, "other.hex", "no image of this run")
        # Written in two pieces: one run.
        with open(image, "w", encoding="utf-8") as file:
            file.write("second")
            file.flush()
            time.sleep(0.1)
            file.write(", whole")
        text = await_text(log, waiting, 2)
        again = text[text.index(waiting):]
        assert again.index("C18[29]@mine") < again.index("N01@mine"), again
        # As linkers and downloads do it.
        os.replace(write(folder, "app.hex.part", "third"), image)
        text = await_text(log, waiting, 3)
        assert len(re.findall(waiting, text)) == 3, text
        run.send_signal(signal.SIGINT)
        assert run.wait(20) == 130
    finally:
        device.kill()
        device.wait()


def test_watch_refuses(uwbrig, folder):
    """an image that is not there, and one for several boards, are status 2"""
    rig = os.path.join(ROOT, "Rigs/loopback.yaml")
    done = uwbrig.ended("run", "N01", "--rig", rig, "--watch", "missing.hex", cwd=folder)
    assert done.status == 2 and "there is no file" in done.out, done
    write(folder, "app.hex", "x")
    done = uwbrig.ended("run", "N01", "--rig", rig, "--watch", "app.hex", cwd=folder)
    assert done.status == 2 and "name one with --board" in done.out, done
