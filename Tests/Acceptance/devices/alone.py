"""A UCI board in a process of its own: python3 -m devices.alone MODULE CLASS [HABIT FOLDER].

It says its port and goes on until its input ends. HABIT is what happens once, 1.5 s long, before the first
request for capabilities is answered: `disk` waits for a disk, `sleep` for nothing.
"""

import contextlib
import importlib
import os
import subprocess
import sys
import time

from .serving import Serving

PAUSE = 1.5
RIG = """\
version: 1
name: alone
time: real
boards:
  - {{name: mobile, firmware: uci, role: controlee, use: device, dialect: fira2+qorvo,
     link: "tcp://127.0.0.1:{port}"}}
limits: {{silence: 300ms, uci-response: {response}}}
"""


def rig(port, response="2s"):
    """The rig file of such a board; `response` is how long it may take to answer."""
    return RIG.format(port=port, response=response)


@contextlib.contextmanager
def process(*arguments):
    """A process of Python that has said its first line, and the line."""
    started = subprocess.Popen(
        [sys.executable, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        cwd=os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    try:
        yield started.stdout.readline().strip()
    finally:
        started.kill()
        started.wait()


def alone(kind, *habit):
    """A board of a kind in a process of its own, and its port."""
    return process("-m", __name__, kind.__module__.rpartition(".")[2], kind.__name__, *habit)


def wait_for_disk(folder, seconds):
    """Writes that each wait until the disk has them."""
    path = os.path.join(folder, f"disk-{os.getpid()}")
    # Much at a time, and made before: it waits for the disk and for nothing else.
    data = os.urandom(1 << 20) * 16
    end = time.monotonic() + seconds
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_DSYNC)
    try:
        while time.monotonic() < end:
            os.pwrite(file, data, 0)
    finally:
        os.close(file)
        os.unlink(path)


def pausing(kind, pause):
    """A kind of board that pauses before it says what it can."""

    class Pausing(kind):
        has_paused = False

        def capabilities(self, payload):
            if not self.has_paused:
                self.has_paused = True
                pause()
            super().capabilities(payload)

    return Pausing


def main():
    module, name, *habit = sys.argv[1:]
    kind = getattr(importlib.import_module(f"devices.{module}"), name)
    if habit:
        word, folder = habit
        pauses = {"disk": lambda: wait_for_disk(folder, PAUSE), "sleep": lambda: time.sleep(PAUSE)}
        kind = pausing(kind, pauses[word])
    serving = Serving()
    print(serving.serve(kind()), flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
